const FILE_TYPE =
  /^(?:application\/(?!\*|.*(?:json|xml|yaml|script|graphql|sql|urlencoded))|audio\/|font\/|image\/(?!svg)|video\/)/i;

/** Reports whether contents of a media type are files rather than text. */
export const isFileType = (type: string): boolean => FILE_TYPE.test(type);
