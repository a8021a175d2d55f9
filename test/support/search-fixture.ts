/** Pages of several languages and kinds, by title. */
export const SEARCH_PAGES: Readonly<Record<string, { readonly description?: string; readonly markdown: string }>> = {
  'Install on Linux': {
    description: 'Packages for every distribution.',
    markdown:
      'Download the **package** and run it.\n\n## Debian and Ubuntu\n\n```sh\nsudo apt-get install quire-server\n```\n\n## Troubleshooting\n\nA port that is in use: set `max_connections` lower.',
  },
  'Install on macOS': {
    markdown: 'Use Homebrew.\n\n## Updating\n\nRun the upgrade once a week. The configuration stays.',
  },
  Configuration: {
    markdown:
      'Every setting of the server.\n\n| Name | What it does |\n| --- | --- |\n| `max_size` | Largest upload |\n| `logLevel` | How much is told |\n\n{% hint style="danger" %}\nNever share the passphrase.\n{% endhint %}',
  },
  'API reference': {
    markdown:
      '`getUserById` answers one user. Call `client.users.list` for all.\n\n## Errors\n\nA `HttpNotFoundError` has code 404.',
  },
  'Crème brûlée': {
    markdown:
      'Une recette simple : des œufs, de la crème fraîche et du sucre.\n\n## Préparation\n\nÀ feu doux, jusqu’à ébullition.',
  },
  Straßenverkehr: { markdown: 'Die Größe der Fahrzeuge und ihre Maße.' },
  安装指南: { markdown: '本文介绍如何在服务器上安装软件。\n\n## 故障排除\n\n请检查网络连接和防火墙。' },
  インストール: { markdown: 'サーバーにソフトウェアを導入する手順です。' },
  'دليل التثبيت': { markdown: 'تعرف على كيفية تثبيت البرنامج على الخادم.' },
  'מדריך התקנה': { markdown: 'הוראות להתקנת התוכנה על השרת.' },
  'Руководство пользователя': { markdown: 'Как настроить резервное копирование и восстановление данных.' },
  Glossary: {
    markdown:
      'Words and what they mean: package, port, passphrase, upgrade, webhook.\n\n<!-- invisible remark -->\n\n[a link](https://example.com/unwordly/address "title") ![diagram of the pipeline](./file.svg)',
  },
  データベースの接続: {
    markdown:
      '* **ホスト名**: サーバーのアドレス\n* ポート番号は5432です\n\n| 項目 | 説明 |\n| --- | --- |\n| 最大接続数 | 同時に開ける接続の上限 |\n\nすべての変更は自\n動的に保存されます。',
  },
  備份與還原: {
    markdown:
      '- 記憶體：至少 8GB\n\n| 參數 | 預設值 |\n| :-- | --: |\n| 保留天數 | 30 |\n\n資料庫每天備份，需要時可以還原。使用Docker部署應用程式，下载**客户**端。',
  },
  '비밀번호 변경': {
    markdown: '- 사용자가 비밀번호를 변경할 수 있습니다\n\n| 이름 | 값 |\n| --- | --- |\n| 최대길이 | 64 |',
  },
  'راهنمای کاربر': {
    markdown: '- پایگاه داده و نرم‌افزار\n\n| نام | مقدار |\n| --- | --- |\n| سال | ۱۴۰۲ |\n\nکیفیت کتاب‌ها مهم است.',
  },
  'إدارة الحساب': {
    markdown:
      '- كلمة المرور: يجب أن تكون قويّة\n\n| الحقل | الوصف |\n| --- | --- |\n| البريد الإلكترونيّ | مطلوب |\n\nوالمستخدم الجديد يأتي من المدرسة.',
  },
  'ניהול חשבון': {
    markdown: '* סיסמה חזקה\n\n| שדה | תיאור |\n| --- | --- |\n| דוא״ל | חובה |\n\nהמשתמש רשאי לקרוא את "העיתון".',
  },
  'Releases and flags': {
    markdown:
      '- `v1.2.3-beta.4` knows `--max-heap-size=4096`\n- `std::vector<int>` in `/etc/quire/main.conf`\n\n| Field | Type |\n| --- | --- |\n| `retryCount` | `Map<String, Integer>` |\n| `X-Trace-Id` | `application/problem+json` |',
  },
  Webhooks: {
    markdown:
      'Events are sent to your endpoint.\n\n## Retry policy\n\nA failed delivery is repeated with exponential backoff for three days.',
  },
};

/** Queries with the title of the page that must rank first. */
export const QUERIES: readonly (readonly [kind: string, query: string, title: string])[] = [
  ['exact', 'configuration', 'Configuration'],
  ['exact', 'macOS install', 'Install on macOS'],
  ['in a heading', 'debian', 'Install on Linux'],
  ['in a table', 'largest upload', 'Configuration'],
  ['in a hint', 'never share', 'Configuration'],
  ['in a description', 'distribution', 'Install on Linux'],
  ['in an image', 'pipeline', 'Glossary'],
  ['prefix', 'webh', 'Webhooks'],
  ['prefix of each word', 'expo backo', 'Webhooks'],
  ['typo', 'confguration', 'Configuration'],
  ['typo', 'webohok', 'Webhooks'],
  ['typo in two words', 'exponental bakcoff', 'Webhooks'],
  ['accent left out', 'creme brulee', 'Crème brûlée'],
  ['accent put in', 'ínstall línux', 'Install on Linux'],
  ['ligature', 'oeufs', 'Crème brûlée'],
  ['sharp s', 'STRASSENVERKEHR', 'Straßenverkehr'],
  ['phrase', '"failed delivery"', 'Webhooks'],
  ['phrase with another word', '"exponential backoff" events', 'Webhooks'],
  ['most words', 'debian ubuntu nonexistent', 'Install on Linux'],
  ['Chinese', '安装', '安装指南'],
  ['Chinese in a text', '防火墙', '安装指南'],
  ['one character', '墙', '安装指南'],
  ['Japanese', 'ソフトウェア', 'インストール'],
  ['Japanese, in a list', 'ホスト名', 'データベースの接続'],
  ['Japanese, in a table', '最大接続数', 'データベースの接続'],
  ['Japanese, two words beside each other that are apart', 'データベース接続', 'データベースの接続'],
  ['Japanese, two words of one script', 'サーバーアドレス', 'データベースの接続'],
  ['Japanese, across the end of a line', '自動的', 'データベースの接続'],
  ['Japanese with a number', 'ポート番号は5432', 'データベースの接続'],
  ['Chinese, in a table', '保留天數', '備份與還原'],
  ['Chinese, three words that are apart', '資料庫備份還原', '備份與還原'],
  ['Chinese around Latin letters', 'docker部署', '備份與還原'],
  ['Chinese, across marks', '客户端', '備份與還原'],
  ['Korean, in a table', '최대길이', '비밀번호 변경'],
  ['Korean, without its space', '비밀번호변경', '비밀번호 변경'],
  ['Persian, with the joiner left out', 'نرمافزار', 'راهنمای کاربر'],
  ['Persian, with a space for it', 'نرم افزار', 'راهنمای کاربر'],
  ['Persian, typed in Arabic letters', 'كيفيت', 'راهنمای کاربر'],
  ['Persian digits', '1402', 'راهنمای کاربر'],
  ['Arabic without the article', 'مستخدم', 'إدارة الحساب'],
  ['Arabic with the article', 'البريد الالكتروني', 'إدارة الحساب'],
  ['Arabic with another last letter', 'مدرسه', 'إدارة الحساب'],
  ['Hebrew without the article', 'משתמש', 'ניהול חשבון'],
  ['a Hebrew abbreviation', 'דוא"ל', 'ניהול חשבון'],
  ['a Hebrew abbreviation without its mark', 'דואל', 'ניהול חשבון'],
  ['Hebrew in quotes', '"סיסמה חזקה"', 'ניהול חשבון'],
  ['a version', '1.2.3', 'Releases and flags'],
  ['a flag', '--max-heap-size', 'Releases and flags'],
  ['a name in a namespace', 'std::vector', 'Releases and flags'],
  ['a path', '/etc/quire/main.conf', 'Releases and flags'],
  ['code in a table, written otherwise', 'retry_count', 'Releases and flags'],
  ['a type', 'Map<String, Integer>', 'Releases and flags'],
  ['a header', 'x-trace-id', 'Releases and flags'],
  ['Arabic', 'تثبيت', 'دليل التثبيت'],
  ['Arabic with vowels', 'تَثْبيت', 'دليل التثبيت'],
  ['Hebrew', 'להתקנת התוכנה', 'מדריך התקנה'],
  ['Cyrillic', 'РЕЗЕРВНОЕ копирование', 'Руководство пользователя'],
  ['code, whole', 'getUserById', 'API reference'],
  ['code, whatever its case', 'getuserbyid', 'API reference'],
  ['code, in parts', 'user by id', 'API reference'],
  ['code, a part', 'HttpNotFound', 'API reference'],
  ['code with dots', 'client.users.list', 'API reference'],
  ['code with underscores', 'max_size', 'Configuration'],
  ['code, another with the same part', 'max_connections', 'Install on Linux'],
  ['a number', '404', 'API reference'],
];
