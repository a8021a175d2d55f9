import type { SiteCustomization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Select, TextField } from '../ui/fields.tsx';
import { FieldGroup, FormPart, optionsOf, type CustomizationPartProps } from './customization-fields.tsx';

type Locale = SiteCustomization['internationalization']['locale'];
type Account = SiteCustomization['socialAccounts'][number];
type Action = SiteCustomization['pageActions']['items'][number];

const THEMES = ['system', 'light', 'dark'] as const;
/** Languages of the texts that are not content. */
const LOCALES = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
  'zh-tw',
] as const satisfies readonly Locale[];
const localeOptions = LOCALES.map((value) => ({
  value,
  label: new Intl.DisplayNames('en', { type: 'language' }).of(value) ?? value,
})).sort((a, b) => a.label.localeCompare(b.label));
const PLATFORMS = [
  'bluesky',
  'discord',
  'facebook',
  'instagram',
  'linkedin',
  'mastodon',
  'medium',
  'reddit',
  'slack',
  'threads',
  'tiktok',
  'twitter',
  'youtube',
] as const satisfies readonly Account['platform'][];
/** Actions in the order of the menu. The assistant belongs to its mode, which needs an answer engine. */
const ACTIONS = ['markdown', 'external-ai', 'pdf', 'git', 'mcp'] as const satisfies readonly Action[];

/** Language, theme and tools that readers of a site have. */
export function ReadingFields({ look, onChange }: CustomizationPartProps) {
  const { themes, internationalization, pageActions, feedback, insights, pagination, externalLinks } = look;
  const { items } = pageActions;
  const choose = (action: Action, isChosen: boolean): void =>
    onChange({
      ...look,
      pageActions: {
        ...pageActions,
        items: isChosen ? [...items, action] : items.filter((one) => one !== action),
      },
    });
  return (
    <FormPart legend={m.appearance.reading}>
      <Select
        label={m.appearance.locale}
        hint={m.appearance.localeHint}
        value={internationalization.locale}
        options={localeOptions}
        onChange={(locale) =>
          onChange({ ...look, internationalization: { ...internationalization, locale: locale as Locale } })
        }
      />
      <Select
        label={m.appearance.colorScheme}
        value={themes.default}
        options={optionsOf(THEMES, m.appearance.colorSchemes)}
        onChange={(value) => onChange({ ...look, themes: { ...themes, default: value as (typeof THEMES)[number] } })}
      />
      <Checkbox
        label={m.appearance.choosesScheme}
        checked={themes.toggeable}
        onChange={(toggeable) => onChange({ ...look, themes: { ...themes, toggeable } })}
      />
      <Checkbox
        label={m.appearance.pagination}
        checked={pagination.enabled}
        onChange={(enabled) => onChange({ ...look, pagination: { enabled } })}
      />
      <Checkbox
        label={m.appearance.newTabs}
        checked={externalLinks.target === 'blank'}
        onChange={(isBlank) => onChange({ ...look, externalLinks: { target: isBlank ? 'blank' : 'self' } })}
      />
      <Checkbox
        label={m.appearance.feedback}
        checked={feedback.enabled}
        onChange={(enabled) => onChange({ ...look, feedback: { enabled } })}
      />
      <Checkbox
        label={m.appearance.insights}
        checked={insights.enabled !== false}
        onChange={(enabled) => onChange({ ...look, insights: { ...insights, enabled } })}
      />
      <FieldGroup legend={m.appearance.actions}>
        {ACTIONS.map((action) => (
          <Checkbox
            key={action}
            label={m.appearance.actionNames[action]}
            checked={items.includes(action)}
            onChange={(isChosen) => choose(action, isChosen)}
          />
        ))}
      </FieldGroup>
      <SocialAccounts
        accounts={look.socialAccounts}
        onChange={(socialAccounts) => onChange({ ...look, socialAccounts })}
      />
    </FormPart>
  );
}

function SocialAccounts({
  accounts,
  onChange,
}: {
  readonly accounts: readonly Account[];
  readonly onChange: (accounts: readonly Account[]) => void;
}) {
  const replace = (index: number, change: Partial<Account>): void =>
    onChange(accounts.map((account, at) => (at === index ? { ...account, ...change } : account)));
  return (
    <FieldGroup legend={m.appearance.accounts}>
      {accounts.map((account, index) => (
        <FieldGroup key={index} legend={m.appearance.account(index + 1)}>
          <div class="inline-fields">
            <Select
              label={m.appearance.platform}
              value={account.platform}
              options={optionsOf(PLATFORMS, m.appearance.platforms)}
              onChange={(platform) => replace(index, { platform: platform as Account['platform'] })}
            />
            <TextField
              label={m.appearance.handle}
              value={account.handle}
              onInput={(handle) => replace(index, { handle })}
              required
            />
            <Button
              kind="quiet"
              icon="trash"
              label={m.appearance.removeAccount(index + 1)}
              onClick={() => onChange(accounts.filter((_, at) => at !== index))}
            />
          </div>
          {(['header', 'footer'] as const).map((place) => (
            <Checkbox
              key={place}
              label={m.appearance.shownIn[place]}
              checked={account.display[place]}
              onChange={(isShown) => replace(index, { display: { ...account.display, [place]: isShown } })}
            />
          ))}
        </FieldGroup>
      ))}
      <p>
        <Button
          icon="add"
          onClick={() =>
            onChange([...accounts, { platform: 'bluesky', handle: '', display: { header: false, footer: true } }])
          }
        >
          {m.appearance.addAccount}
        </Button>
      </p>
    </FieldGroup>
  );
}
