import { getTranslation, listTranslationReviews, runTranslation, type TranslationReview } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery, useReloadOn, useReloadWhile } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { Instructions } from './instructions.tsx';
import { languageName } from './languages.ts';
import { isRunning } from './translation-state.ts';

/** State of a translation, and the texts to review. */
export function TranslationScreen({ organizationId, translationId }: Parameters) {
  const path = { organizationId: organizationId!, translationId: translationId! };
  const translation = useQuery(`translation ${translationId}`, () => getTranslation({ path }));
  const reviews = useList(`translation review ${translationId}`, (page) =>
    listTranslationReviews({ path, query: { limit: 20, ...(page && { page }) } }),
  );
  const run = useAction(async () => {
    await runTranslation({ path });
    announce(m.translations.started);
    translation.reload();
  });
  const { data } = translation;
  useReloadWhile(translation, data !== undefined && isRunning(data));
  useReloadOn(reviews, data?.updatedAt);
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="translations"
      title={data ? m.translations.into(languageName(data.language)) : m.translations.one}
      actions={() =>
        data && (
          <>
            {data.result && (
              <LinkButton icon="space" href={pathTo('space', { spaceId: data.result.space })}>
                {m.translations.openSpace}
              </LinkButton>
            )}
            {data.permissions.edit && (
              <Button kind="primary" icon="redo" busy={run.isRunning} onClick={() => void run.run()}>
                {m.translations.run}
              </Button>
            )}
          </>
        )
      }
    >
      {() => (
        <>
          <ErrorNotice error={run.error} />
          <Loaded of={translation}>
            {(shown) => (
              <dl class="facts">
                <dt>{m.translations.source}</dt>
                <dd>
                  <a href={pathTo('space', { spaceId: shown.source.space })}>{languageName(shown.source.language)}</a>
                </dd>
                <dt>{m.translations.state}</dt>
                <dd>
                  {shown.failure ? m.translations.failed : m.translations.states[shown.status]} ·{' '}
                  <Time at={shown.updatedAt} />
                </dd>
                {(shown.failure ?? shown.paused) && (
                  <>
                    <dt>{m.translations.reason}</dt>
                    <dd>{(shown.failure ?? shown.paused)!.message}</dd>
                  </>
                )}
                <dt>{m.translations.size}</dt>
                <dd>
                  {m.translations.pages(shown.stats.totalPages)}, {m.translations.words(shown.stats.totalWords)}
                </dd>
              </dl>
            )}
          </Loaded>
          {data?.permissions.edit && (
            <Instructions key={data.id} translation={data} path={path} onSaved={translation.set} />
          )}
          <Section title={m.translations.review}>
            <p class="soft">{m.translations.reviewHint}</p>
            <ListRows of={reviews} empty={m.translations.nothingToReview} keyOf={({ page }) => page.id}>
              {(review) => <ReviewRow review={review} space={data?.result?.space} />}
            </ListRows>
          </Section>
        </>
      )}
    </OrganizationFrame>
  );
}

const ReviewRow = ({ review, space }: { readonly review: TranslationReview; readonly space: string | undefined }) => (
  <div class="grow">
    {space === undefined ? (
      <span class="row-title">{review.page.title}</span>
    ) : (
      <a class="row-title" href={pathTo('page', { spaceId: space, pageId: review.page.id })}>
        {review.page.title}
      </a>
    )}
    <ul class="review-texts">
      {review.texts.map(({ state, source, text, suggestion, reason }, index) => (
        <li key={index}>
          <Badge kind={state === 'pinned' ? '' : 'outdated'}>{m.translations.textStates[state]}</Badge>
          <p dir="auto">{source}</p>
          <p dir="auto">{text}</p>
          {suggestion !== undefined && (
            <p dir="auto">
              <span class="soft">{m.translations.suggestion}</span> {suggestion}
            </p>
          )}
          {reason !== undefined && <p class="soft">{reason}</p>}
        </li>
      ))}
    </ul>
  </div>
);
