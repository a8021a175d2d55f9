import * as z from 'zod';
import { DEFAULT_LEVELS, LEVELS } from '../../../domain/permissions/level.ts';
import { findConditionProblem } from '../../../domain/sites/audience/condition.ts';
import { isInstant } from '../../../domain/kernel/time.ts';
import { isVisibleText } from '../../../domain/kernel/title.ts';
import { MAX_SPACE_TITLE_LENGTH } from '../../../domain/spaces.ts';

/** Schema of an ID in a path; the use case checks whether it exists. */
export const idParam = z.string().min(1).max(100);
/** Schema of an ID in a body. */
export const idField = z.string().min(1).max(100);

/** Schema of a date and time of any year. */
export const dateTime = z.iso.datetime({ offset: true });
/** Schema of an instant that can be stored; one in the wrong form is reported once. */
export const instant = dateTime.refine(
  (text) => !Number.isFinite(Date.parse(text)) || isInstant(text),
  'must be in the years 0001 to 9999 of UTC',
);
/** Schema of an absolute URL of any scheme. */
export const uri = z.url();
/** Longest URL, in characters. */
export const MAX_URL_LENGTH = 2048;
/** Returns the message of a wrong value; a missing one is reported as required. */
export const wrongValue =
  (message: string) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input === undefined ? undefined : message;
/** Schema of a URL with http or https. */
export const webUrl = z
  .url({ protocol: /^https?$/, error: wrongValue('must be an http or https URL') })
  .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`);
/** Tells whether a URL has neither a user name nor a password. */
export const hasNoCredentials = (url: string): boolean =>
  !URL.canParse(url) || (new URL(url).username === '' && new URL(url).password === '');
/** Schema of the URL of another party's service, without credentials: others can read it. */
export const serviceUrl = webUrl.refine(hasNoCredentials, 'must not contain a user name or a password');
/** Schema of an access level. */
export const level = z.enum(LEVELS);
/** Schema of a role; null is a guest. */
export const role = level.nullable();
/** Schema of a default level; null is no access. */
export const defaultLevel = z.enum(DEFAULT_LEVELS).nullable();

const EMOJI = /^\p{RGI_Emoji}$/v;
const CODE_POINTS = /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i;
/** Variation selector 16, which requests the emoji form of a character that is also text; many callers omit it. */
const EMOJI_PRESENTATION = '\ufe0f';
const isCodePoint = (point: number): boolean => point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
/** Tells whether a text is code points in hex that show readers something; the names of new emoji may be unknown here. */
function areCodePoints(text: string): boolean {
  if (!CODE_POINTS.test(text)) return false;
  const points = text.split('-').map((hex) => parseInt(hex, 16));
  return points.every(isCodePoint) && isVisibleText(String.fromCodePoint(...points));
}
const isEmoji = (text: string): boolean =>
  EMOJI.test(text) || EMOJI.test(text + EMOJI_PRESENTATION) || areCodePoints(text);
/** A Unicode character or its codepoints in hex; at most 50 characters. */
export const emoji = z.string().max(50).refine(isEmoji, 'must be one emoji, or its codepoints in hex');

const siblingReference = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('space'), space: idField }),
    z.object({ type: z.literal('collection'), collection: idField }),
  ])
  .transform((one) =>
    one.type === 'space' ? { type: one.type, id: one.space } : { type: one.type, id: one.collection },
  );
/** Schema of the new place of a space or collection in its organization; `parent` null is the root. */
export const moveInput = z
  .object({
    parent: idField.nullable().optional(),
    position: z
      .object({ before: siblingReference.optional(), after: siblingReference.optional() })
      .refine(({ before, after }) => before !== undefined || after !== undefined, 'must have before or after')
      .optional(),
  })
  .refine(({ parent, position }) => parent !== undefined || position !== undefined, 'must have a parent or a position');

/** Schema of the target of a transfer: an organization and a collection of it; null or omitted is its root. */
export const transferInput = z.object({
  organization: idField,
  parent: idField
    .nullable()
    .optional()
    .meta({ description: 'Collection of the target organization; null or omitted for the root.' }),
});
/** Extension: users and teams whose permissions and review requests were removed. */
export const dropped = z.object({ users: z.array(z.string()), teams: z.array(z.string()) }).meta({
  id: 'DroppedInTransfer',
  description: 'Users and teams outside the target organization whose permissions or review requests were removed.',
});

/** Query parameter that finds resources by a part of a text. */
export const partOfText = (text: string) =>
  z
    .string()
    .max(512)
    .optional()
    .meta({ description: `Part of the ${text}, case-insensitive.` });

/** Title of a space or a collection; one that shows nothing becomes `Untitled`. */
export const shortTitle = z.string().max(MAX_SPACE_TITLE_LENGTH);
/** Reports an invisible text; an empty one is too short, which is reported once. */
export const isEmptyOrVisible = (text: string): boolean => text === '' || isVisibleText(text);
export const VISIBLE_RULE = 'must contain a visible character';

/** Schema of a text that shows readers something, unless it is empty. */
export const emptyOrVisible = (maxLength: number) => z.string().max(maxLength).refine(isEmptyOrVisible, VISIBLE_RULE);
/** Schema of a name that shows readers something; white space in it is kept. */
export const visibleName = (maxLength: number) => emptyOrVisible(maxLength).min(1);
/** Title of content that shows readers something; white space in it is kept, as documents and repositories have it. */
export const contentTitle = z.string().min(1).refine(isEmptyOrVisible, VISIBLE_RULE);
/** Schema of a title or name that shows readers something; white space around it is removed. */
export const visibleTitle = (minLength: number, maxLength: number) =>
  z.string().trim().min(minLength).max(maxLength).refine(isEmptyOrVisible, VISIBLE_RULE);

/** Rule of conditions that JSON Schema cannot express. */
export const CONDITION_RULE = 'An expression about visitors; conditions can use only visitor.claims.';
/** An expression about visitors of a site; the empty text is none. */
export const condition = z
  .string()
  .superRefine((text, { addIssue }) => {
    const problem = text === '' ? undefined : findConditionProblem(text);
    if (problem !== undefined) addIssue({ code: 'custom', message: problem });
  })
  .meta({ description: CONDITION_RULE });
