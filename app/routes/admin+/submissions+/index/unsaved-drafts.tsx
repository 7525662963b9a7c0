import { Link } from '@remix-run/react'
import { useState } from 'react'

import { listDrafts, removeDraft } from '~/ui/drafts'
import { useOwner } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { useHydrated } from '~/ui/use-hydrated'

/**
 * Links to the forms with unsaved input of this tab, such as after the session has expired. If a response was lost, a draft may have been
 * saved already: its form checks that when it is opened.
 */
export function UnsavedDrafts() {
  const owner = useOwner()
  const hydrated = useHydrated()
  const [, setDiscarded] = useState('')
  const drafts = hydrated && owner !== null ? listDrafts(owner) : []
  if (drafts.length === 0) return null
  return (
    <Notice tone="info" title="You may have changes that are not saved">
      <ul>
        {drafts.map(({ key, to, title }) => (
          <li key={key}>
            <Link to={to}>{title}</Link>{' '}
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                removeDraft(key)
                setDiscarded(key)
              }}
            >
              Discard<span className="visually-hidden"> {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
