const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats a day in a language; in English where that is none. */
export function formatDate(date: string, language: string): string {
  let format = dateFormats.get(language);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    } catch {
      format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    }
    dateFormats.set(language, format);
  }
  return format.format(new Date(date));
}
