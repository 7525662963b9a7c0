import { counted } from '~/domain/formats'
import {
  closedOffers,
  groupChanges,
  sendsNothing,
  statusChangesUrl,
  type Answers,
  type StatusChange,
} from '~/domain/submissions/status-changes'
import type { SubmissionListState } from '~/domain/submissions/submission-list'
import type { Confirmation } from '~/ui/confirmation'

/**
 * The confirmation before a bulk change of status, with the number of changes by status, whether offers end, and whether an answer is
 * still missing. `undo` restores an earlier status. If all have the status already, there is nothing to confirm.
 */
export function statusQuestion(
  listState: Pick<SubmissionListState, 'kind' | 'list' | 'texts'>,
  changes: readonly StatusChange[],
  { offered, unanswered }: Answers,
  { undo = false } = {},
): Confirmation {
  const submissions = counted(changes.length, 'submission')
  const isSame = changes.every(({ from, to }) => from === to)
  const warnings = [closedOffers(changes, offered), undo ? null : sendsNothing(changes, unanswered)]
  return {
    question: isSame
      ? 'Nothing to change.'
      : undo
        ? `Undo the change of ${submissions}? What somebody has changed since stays as it is.`
        : `Change the status of ${submissions}?`,
    children: (
      <>
        <ul>
          {groupChanges(changes).map(({ from, to, ids }) => (
            <li key={`${from} ${to}`}>
              {`${counted(ids.length, listState.kind.noun)}: ${from === to ? `${to} already` : `${from} → ${to}`}`}
            </li>
          ))}
        </ul>
        {warnings.map((warning) => (warning ? <p key={warning}>{warning}</p> : null))}
      </>
    ),
    confirmLabel: isSame ? null : undo ? 'Undo it' : 'Change it',
    harmless: true,
    action: statusChangesUrl(listState, changes, { undo }),
    fields: {},
  }
}
