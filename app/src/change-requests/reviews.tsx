import { useState } from 'preact/hooks';
import {
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
  listReviewersInSpace,
  removeRequestedReviewerFromChangeRequest,
  requestReviewersForChangeRequest,
  submitChangeRequestReview,
  type ChangeRequest,
  type Space,
} from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { loadAll, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { nameWithAddress } from '../people/member-select.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, Choices, TextArea } from '../ui/fields.tsx';
import { MarkdownText } from '../ui/markdown-text.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Avatar, Badge, Time } from '../ui/parts.tsx';
import { Rows } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { useKeptText } from '../ui/use-kept-text.ts';
import { isActive } from './is-active.ts';
import { RequiredRules } from './merge-rules.tsx';

export interface ReviewsProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly onChange: () => void;
}

/** Reviews of a change request, the people who are asked for one, and what a merge still needs. */
export const Reviews = ({ space, request, onChange }: ReviewsProps) => (
  <aside aria-label={m.reviews.title}>
    <SubmittedReviews space={space} request={request} onChange={onChange} />
    <RequestedReviewers space={space} request={request} />
    <RequiredRules space={space} />
  </aside>
);

type Review = Awaited<ReturnType<typeof getReviewsByChangeRequestId>>['items'][number];

/** Reviews that were submitted, with a button for one more. */
function SubmittedReviews({ space, request, onChange }: ReviewsProps) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const [isReviewing, setReviewing] = useState(false);
  const reviews = useQuery(`reviews ${request.id} ${request.revision}`, () =>
    getReviewsByChangeRequestId({ path, query: { format: 'markdown', limit: 100 } }),
  );
  return (
    <section class="section">
      <h2>{m.reviews.title}</h2>
      <Loaded of={reviews}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">{m.reviews.none}</p>
          ) : (
            <Rows items={items} keyOf={({ id }) => id}>
              {(review) => <SubmittedReview review={review} />}
            </Rows>
          )
        }
      </Loaded>
      {isActive(request) && space.permissions.review && userId.value !== request.createdBy.id && (
        <p>
          <Button icon="check" onClick={() => setReviewing(true)}>
            {m.reviews.give}
          </Button>
        </p>
      )}
      {isReviewing && (
        <ReviewDialog
          request={request}
          path={path}
          onClose={() => setReviewing(false)}
          onDone={() => {
            reviews.reload();
            onChange();
          }}
        />
      )}
    </section>
  );
}

const SubmittedReview = ({ review }: { readonly review: Review }) => {
  const { reviewer, status, outdated, createdAt, comment } = review;
  return (
    <>
      <Avatar name={reviewer.displayName} photo={reviewer.photoURL} />
      <span class="grow">
        {reviewer.displayName}
        <p class="soft">
          <Time at={createdAt} />
        </p>
      </span>
      {outdated && <Badge kind="outdated">{m.reviews.outdated}</Badge>}
      <Badge kind={status}>{m.reviews.statuses[status]}</Badge>
      {comment && 'markdown' in comment.body && (
        <div class="review-comment">
          <MarkdownText>{comment.body.markdown}</MarkdownText>
        </div>
      )}
    </>
  );
};

type RequestedReviewer = Awaited<ReturnType<typeof getRequestedReviewersByChangeRequestId>>['items'][number];

const nameOf = (reviewer: RequestedReviewer): string =>
  reviewer.kind === 'user' ? reviewer.user.displayName : reviewer.team.title;

/** Users and teams who are asked for a review, with a button that asks others. */
function RequestedReviewers({ space, request }: Pick<ReviewsProps, 'space' | 'request'>) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const [isAsking, setAsking] = useState(false);
  const reviewers = useQuery(`requested reviewers ${request.id}`, () =>
    getRequestedReviewersByChangeRequestId({ path, query: { limit: 100 } }),
  );
  const canAsk = isActive(request) && space.permissions.edit;
  const remove = (reviewer: string): void =>
    attempt(removeRequestedReviewerFromChangeRequest({ path: { ...path, userId: reviewer } }).then(reviewers.reload));
  return (
    <section class="section">
      <h2>{m.reviews.requestedReviewers}</h2>
      <Loaded of={reviewers}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">{m.reviews.noRequestedReviewers}</p>
          ) : (
            <Rows items={items} keyOf={(one) => (one.kind === 'user' ? one.user.id : one.team.id)}>
              {(one) => (
                <>
                  <Avatar name={nameOf(one)} />
                  <span class="grow">{nameOf(one)}</span>
                  {canAsk && one.kind === 'user' && (
                    <Button
                      kind="quiet"
                      icon="close"
                      label={m.reviews.remove(nameOf(one))}
                      onClick={() => remove(one.user.id)}
                    />
                  )}
                </>
              )}
            </Rows>
          )
        }
      </Loaded>
      {canAsk && (
        <p>
          <Button icon="people" onClick={() => setAsking(true)}>
            {m.reviews.ask}
          </Button>
        </p>
      )}
      {isAsking && <AskDialog space={space} path={path} onClose={() => setAsking(false)} onDone={reviewers.reload} />}
    </section>
  );
}

type RequestPath = { readonly spaceId: string; readonly changeRequestId: string };

function ReviewDialog({
  request,
  path,
  onClose,
  onDone,
}: {
  readonly request: ChangeRequest;
  readonly path: RequestPath;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [status, setStatus] = useState<'approved' | 'changes-requested'>('approved');
  const [comment, setComment] = useKeptText(`review ${request.id}`);
  const action = useAction(async () => {
    // The review is about the content that this screen shows.
    await submitChangeRequestReview(
      { path, body: { status, ...(comment.trim() !== '' && { comment: { markdown: comment } }) } },
      { ifMatch: request.revision },
    );
    setComment('');
    announce(m.reviews.submitted);
    onDone();
  }, onClose);
  return (
    <FormDialog title={m.reviews.give} submit={m.reviews.submit} action={action} onClose={onClose} keepsInput>
      <Choices
        legend={m.reviews.verdict}
        value={status}
        onChange={setStatus}
        options={[
          { value: 'approved', label: m.reviews.approve },
          { value: 'changes-requested', label: m.reviews.requestChanges },
        ]}
      />
      <TextArea label={m.reviews.comment} value={comment} onInput={setComment} />
    </FormDialog>
  );
}

function AskDialog({
  space,
  path,
  onClose,
  onDone,
}: {
  readonly space: Space;
  readonly path: RequestPath;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const people = useQuery(`reviewers ${space.id}`, () =>
    loadAll((page) =>
      listReviewersInSpace({ path: { spaceId: space.id }, query: { limit: 200, ...(page && { page }) } }),
    ),
  );
  const action = useAction(async () => {
    if (chosen.size === 0) throw new Error(m.reviews.chooseReviewer);
    await requestReviewersForChangeRequest({ path, body: { users: [...chosen] } });
    announce(m.reviews.reviewRequested);
    onDone();
  }, onClose);
  return (
    <FormDialog title={m.reviews.ask} submit={m.reviews.askSubmit} action={action} onClose={onClose}>
      <Loaded of={people}>
        {(able) => (
          <fieldset class="choices">
            <legend>{m.reviews.whoCan}</legend>
            {able.length === 0 && <p class="soft">{m.reviews.nobodyCan}</p>}
            {able.map((user) => (
              <Checkbox
                key={user.id}
                label={nameWithAddress(user)}
                checked={chosen.has(user.id)}
                onChange={(checked) => {
                  const next = new Set(chosen);
                  if (checked) next.add(user.id);
                  else next.delete(user.id);
                  setChosen(next);
                }}
              />
            ))}
          </fieldset>
        )}
      </Loaded>
    </FormDialog>
  );
}
