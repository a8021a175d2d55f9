import type { Locale } from '../../../domain/sites/customization.ts';
import { textsIn } from '../labels.ts';
import ar from './messages/ar.json' with { type: 'json' };
import bg from './messages/bg.json' with { type: 'json' };
import cs from './messages/cs.json' with { type: 'json' };
import da from './messages/da.json' with { type: 'json' };
import de from './messages/de.json' with { type: 'json' };
import el from './messages/el.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fa from './messages/fa.json' with { type: 'json' };
import fi from './messages/fi.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import he from './messages/he.json' with { type: 'json' };
import hi from './messages/hi.json' with { type: 'json' };
import hu from './messages/hu.json' with { type: 'json' };
import id from './messages/id.json' with { type: 'json' };
import it from './messages/it.json' with { type: 'json' };
import ja from './messages/ja.json' with { type: 'json' };
import ko from './messages/ko.json' with { type: 'json' };
import nl from './messages/nl.json' with { type: 'json' };
import no from './messages/no.json' with { type: 'json' };
import pl from './messages/pl.json' with { type: 'json' };
import pt from './messages/pt.json' with { type: 'json' };
import ptBr from './messages/pt-br.json' with { type: 'json' };
import ro from './messages/ro.json' with { type: 'json' };
import ru from './messages/ru.json' with { type: 'json' };
import sk from './messages/sk.json' with { type: 'json' };
import sv from './messages/sv.json' with { type: 'json' };
import th from './messages/th.json' with { type: 'json' };
import tr from './messages/tr.json' with { type: 'json' };
import uk from './messages/uk.json' with { type: 'json' };
import vi from './messages/vi.json' with { type: 'json' };
import zh from './messages/zh.json' with { type: 'json' };
import zhTw from './messages/zh-tw.json' with { type: 'json' };

/** Interface texts of API references. */
export type ApiLabels = Readonly<Record<keyof typeof en, string>>;

/** Names of the texts that the form for requests shows. */
export const BROWSER_TEXTS = [
  'tryIt',
  'server',
  'authorization',
  'noAuthorization',
  'together',
  'path',
  'query',
  'header',
  'body',
  'mediaType',
  'required',
  'send',
  'sending',
  'cancel',
  'close',
  'credentials',
  'privacy',
  'token',
  'username',
  'password',
  'addFile',
  'response',
  'responseHeaders',
  'corsFailure',
  'mixedContent',
  'invalid',
  'invalidUrl',
  'milliseconds',
  'emptyBody',
  'binaryBody',
  'truncated',
] as const satisfies readonly (keyof ApiLabels)[];

/** Interface texts by language; each is a file that translators edit. */
const MESSAGES = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nl,
  no,
  pl,
  pt,
  'pt-br': ptBr,
  ro,
  ru,
  sk,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-tw': zhTw,
} as const satisfies Readonly<Record<Locale, ApiLabels>>;

/** Returns the interface texts of API references in a language. */
export const apiLabelsOf = (language: string | undefined): ApiLabels => textsIn<ApiLabels>(language, MESSAGES);
