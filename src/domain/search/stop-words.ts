/**
 * Question words and other words without search value in the languages that questions are most often asked in; folded.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can did do does for from has have how i if in is it its me my of on or our should that the their there this to was we what when where which who why will with would you your',
    'der die das den dem des ein eine einen einem einer und oder ist sind wie ich mit fur von zu im',
    'le la les un une des du de et ou est sont comment je pour dans avec sur',
    'el los las una unos y o es son como yo para con en del por',
  ].flatMap((words) => words.split(' ')),
);
