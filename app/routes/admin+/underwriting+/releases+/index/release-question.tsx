import { Link } from '@remix-run/react'
import { useEffect } from 'react'

import { ConfirmPage } from '~/ui/confirmation'
import { draftKey, removeDraft } from '~/ui/drafts'
import { useOwner } from '~/ui/form'

import { changePage } from '../parts/change-words'
import { impactText, type WaitingPart } from './parts-table'
import { releaseDraft } from './waiting-parts'

type Props = {
  parts: readonly WaitingPart[]
  /** The chosen version; null without one. */
  version: { id: number; filename: string } | null
  /** The values of the release form. */
  values: Record<string, string>
}

const page = '/admin/underwriting/releases'

/** The confirmation of a release: its parts, with their impact if they were run. */
export function ReleaseQuestion({ parts, version, values }: Props) {
  const chosen = parts.filter(({ input, obstacle }) => obstacle === null && values[input] === 'yes')
  const isOver = chosen.length === 0
  const pages = chosenPages(values, version)
  const draft = draftKey(releaseDraft, useOwner())
  useEffect(() => {
    if (isOver) removeDraft(draft)
  }, [isOver, draft])
  const { ask: _ask, ...typed } = values
  const when = values.live_from ? `on ${values.live_from.replace('T', ' at ')} UTC` : 'at once'
  return (
    <ConfirmPage
      title="Release what is chosen"
      back={{ to: `${page}?${new URLSearchParams(typed)}`, label: 'Releases' }}
      question={`Release ${chosen.length === 1 ? 'this' : 'these'}? ${chosen.length === 1 ? 'It goes' : 'They go'} live ${when}.`}
      confirmLabel="Release"
      busyLabel="Checking..."
      action={page}
      fields={{ ...typed, intent: 'release' }}
      draft={releaseDraft}
      harmless
      obstacle={
        isOver ? (
          <>
            {pages.length === 0 ? (
              <p>Nothing is chosen that could be released.</p>
            ) : (
              <>
                <p>Nothing of what was chosen can be released any more. See what became of it:</p>
                <ul>
                  {pages.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p>
              <Link to={page}>See the releases</Link>
            </p>
          </>
        ) : null
      }
    >
      {isOver ? null : (
        <ul>
          {chosen.map(({ key, label, summary, impact }) => (
            <li key={key}>
              {`${label}: ${summary}. ${impact ? `${impactText(impact)}.` : 'Not run over the quotes.'}`}
            </li>
          ))}
        </ul>
      )}
    </ConfirmPage>
  )
}

/** Returns the pages of the chosen parts, which tell whether each is released, scheduled, rejected or withdrawn. */
function chosenPages(values: Props['values'], version: Props['version']) {
  const changes = Object.entries(values).flatMap(([name, value]) => {
    const [kind, id = ''] = name.split('-')
    return kind === 'change' && value === 'yes' ? { to: changePage(Number(id)), label: `Change ${id}` } : []
  })
  return version === null
    ? changes
    : [{ to: `/admin/underwriting/proposal/${version.id}`, label: `Version ${version.filename}` }, ...changes]
}
