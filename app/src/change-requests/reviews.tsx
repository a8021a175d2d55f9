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
import { announce, attempt } from '../ui/toasts.tsx';
import { useKeptText } from '../ui/use-kept-text.ts';
import { RequiredRules } from './merge-rules.tsx';

export interface ReviewsProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly onChange: () => void;
}

/** Reviews of a change request, the people who are asked for one, and what a merge still needs. */
export function Reviews({ space, request, onChange }: ReviewsProps) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const [dialog, setDialog] = useState<'review' | 'ask'>();
  const isActive = request.status === 'draft' || request.status === 'open';
  const reviews = useQuery(`reviews ${request.id} ${request.revision}`, () =>
    getReviewsByChangeRequestId({ path, query: { format: 'markdown', limit: 100 } }),
  );
  const reviewRequests = useQuery(`requested reviewers ${request.id}`, () =>
    getRequestedReviewersByChangeRequestId({ path, query: { limit: 100 } }),
  );
  const close = (): void => setDialog(undefined);
  return (
    <aside aria-label={m.reviews.title}>
      <section class="section">
        <h2>{m.reviews.title}</h2>
        <Loaded of={reviews}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="soft">{m.reviews.none}</p>
            ) : (
              <ul class="rows">
                {items.map(({ id, reviewer, status, outdated, createdAt, comment }) => (
                  <li key={id}>
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
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {isActive && space.permissions.review && userId.value !== request.createdBy.id && (
          <p>
            <Button icon="check" onClick={() => setDialog('review')}>
              {m.reviews.give}
            </Button>
          </p>
        )}
      </section>
      <section class="section">
        <h2>{m.reviews.requestedReviewers}</h2>
        <Loaded of={reviewRequests}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="soft">{m.reviews.noRequestedReviewers}</p>
            ) : (
              <ul class="rows">
                {items.map((reviewer) => {
                  const name = reviewer.kind === 'user' ? reviewer.user.displayName : reviewer.team.title;
                  return (
                    <li key={reviewer.kind === 'user' ? reviewer.user.id : reviewer.team.id}>
                      <Avatar name={name} />
                      <span class="grow">{name}</span>
                      {isActive && space.permissions.edit && reviewer.kind === 'user' && (
                        <Button
                          kind="quiet"
                          icon="close"
                          label={m.reviews.remove(name)}
                          onClick={() =>
                            attempt(
                              removeRequestedReviewerFromChangeRequest({
                                path: { ...path, userId: reviewer.user.id },
                              }).then(reviewRequests.reload),
                            )
                          }
                        />
                      )}
                    </li>
                  );
                })}
              </ul>
            )
          }
        </Loaded>
        {isActive && space.permissions.edit && (
          <p>
            <Button icon="people" onClick={() => setDialog('ask')}>
              {m.reviews.ask}
            </Button>
          </p>
        )}
      </section>
      <RequiredRules space={space} />
      {dialog === 'review' && (
        <ReviewDialog
          request={request}
          path={path}
          onClose={close}
          onDone={() => {
            reviews.reload();
            onChange();
          }}
        />
      )}
      {dialog === 'ask' && <AskDialog space={space} path={path} onClose={close} onDone={reviewRequests.reload} />}
    </aside>
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
    <FormDialog title={m.reviews.give} submit={m.reviews.submit} action={action} onClose={onClose}>
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
