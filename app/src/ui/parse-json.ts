import { m } from '../messages/messages.ts';

/** Parses the JSON of a field. @throws Error that names the field and the mistake */
export function parseJson(label: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(m.errors.notJson(label, (error as Error).message));
  }
}
