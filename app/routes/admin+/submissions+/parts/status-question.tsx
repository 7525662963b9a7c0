import { counted } from '~/domain/formats'
import { groupChanges, statusChangesUrl, type StatusChange } from '~/domain/submissions/status-changes'
import type { SubmissionListState } from '~/domain/submissions/submission-list'
import type { Confirmation } from '~/ui/confirmation'

/** The confirmation before many submissions get a status, with how many change and how; `undo` gives them back an earlier one. */
export function statusQuestion(
  listState: Pick<SubmissionListState, 'list' | 'texts'>,
  changes: readonly StatusChange[],
  { undo = false } = {},
): Confirmation {
  const submissions = counted(changes.length, 'submission')
  return {
    question: undo
      ? `Undo the change of ${submissions}? What somebody has changed since stays as it is.`
      : `Change the status of ${submissions}?`,
    children: (
      <ul>
        {groupChanges(changes).map(({ from, to, ids }) => (
          <li key={`${from} ${to}`}>
            {from === to ? `${ids.length}: ${to} already` : `${ids.length}: ${from} → ${to}`}
          </li>
        ))}
      </ul>
    ),
    confirmLabel: undo ? 'Undo it' : 'Change it',
    harmless: true,
    action: statusChangesUrl(listState, changes, { undo }),
    fields: {},
  }
}
