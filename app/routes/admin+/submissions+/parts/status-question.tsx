import { counted } from '~/domain/formats'
import {
  closedOffers,
  groupChanges,
  statusChangesUrl,
  type StatusChange,
} from '~/domain/submissions/status-changes'
import type { SubmissionListState } from '~/domain/submissions/submission-list'
import type { Confirmation } from '~/ui/confirmation'

/**
 * The confirmation before many submissions get a status, with how many change and how, and whether offers end by it: `offered` are the
 * applications with an open one. `undo` gives them back an earlier status.
 */
export function statusQuestion(
  listState: Pick<SubmissionListState, 'kind' | 'list' | 'texts'>,
  changes: readonly StatusChange[],
  { offered, undo = false }: { offered: readonly number[]; undo?: boolean },
): Confirmation {
  const submissions = counted(changes.length, 'submission')
  const closed = closedOffers(changes, offered)
  return {
    question: undo
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
        {closed ? <p>{closed}</p> : null}
      </>
    ),
    confirmLabel: undo ? 'Undo it' : 'Change it',
    harmless: true,
    action: statusChangesUrl(listState, changes, { undo }),
    fields: {},
  }
}
