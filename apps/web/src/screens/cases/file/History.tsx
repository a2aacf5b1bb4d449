import { type CaseChange, type CaseFile, closingTitles, limits } from '@scout/contract';
import { Button, Field, Panel, TextArea, Time } from '@scout/ui';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { useMay } from '../../../session/organization.ts';
import { useFormAction } from '../../../shell/useFormAction.ts';
import { visible } from '../../incidents/rawText.ts';
import { useCaseChange } from './useCaseChange.ts';

/** Comments and decisions of people, newest first, and a form for the next comment of those who may. */
export function History({ file: { number, changes } }: { file: CaseFile }) {
  const may = useMay();
  return (
    <Panel title="Comments and history">
      {may('casesComment') && <CommentForm number={number} />}
      {changes.length > 0 && (
        <ol className="mt-4 border-t border-stroke-subtle">
          {changes.map((change) => (
            <li
              key={change.id}
              className="grid gap-x-6 gap-y-1 border-b border-stroke-subtle py-2.5 last:border-b-0 md:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <span className="text-label">
                <Time value={change.time} timeZone={timeZone} />
              </span>
              <div className="min-w-0 text-body">
                <p className="text-content-muted wrap-anywhere">
                  <span className="text-content">{authorText(change)}</span> {actText(change)}
                </p>
                {change.text !== null && (
                  <p className="whitespace-pre-wrap wrap-anywhere">{visible(change.text)}</p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function CommentForm({ number }: { number: number }) {
  const element = useFormAction('Comment on the case…', 'subscriber');
  const [text, setText] = useState('');
  const comment = useCaseChange({
    run: (next: string) => api.casesComment({ number, text: next }),
    done: 'Comment added',
    failed: 'The comment was not added',
  });
  return (
    <form
      ref={element}
      className="flex max-w-[80ch] flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') comment.mutate(text, { onSuccess: () => setText('') });
      }}
    >
      <div className="w-full">
        <Field
          label="Comment"
          hint="Visible to everyone in the organization; it cannot be edited or deleted."
        >
          <TextArea
            rows={2}
            value={text}
            maxLength={limits.cases.commentMax}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" busy={comment.isPending} disabled={text.trim() === ''}>
        Add comment
      </Button>
    </form>
  );
}

/** News of other systems have no person as their author. */
const authorText = ({ author }: CaseChange): string => (author === 'system' ? 'Scout' : visible(author));

function actText({ kind, closed_as, assignee, author }: CaseChange): string {
  switch (kind) {
    case 'comment':
      return 'commented';
    case 'acknowledged':
      return 'acknowledged the case';
    case 'reopened':
      return 'reopened the case';
    case 'closed':
      return closed_as === null
        ? 'closed the case'
        : `closed the case as ${closingTitles[closed_as].toLowerCase()}`;
    case 'ticket':
      return 'has news of a ticket';
    case 'change':
      return author === 'system' ? 'found a planned change' : 'named a change';
    case 'assigned':
      return assignee === null ? 'unassigned the case' : `assigned the case to ${visible(assignee)}`;
  }
}
