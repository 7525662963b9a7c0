import { useNavigate } from '@remix-run/react'
import { Fragment, useEffect, useRef, type RefObject } from 'react'

import { withStorage } from './drafts'
import { useHydrated } from './use-hydrated'

const places: Record<string, string> = {
  w: '/admin/work',
  s: '/admin/submissions',
  r: '/admin/underwriting/results',
  p: '/admin/portfolio',
  u: '/admin/underwriting',
}

const sheet: { keys: string[]; after?: string; meaning: string }[] = [
  { keys: ['/', 'Ctrl+K'], meaning: 'Search' },
  { keys: ['j', 'k'], meaning: 'Next and previous row of a list' },
  { keys: ['Enter'], meaning: 'Open the row' },
  { keys: ['[', ']'], meaning: 'Previous and next record' },
  {
    keys: ['w', 's', 'r', 'p', 'u'],
    after: 'g',
    meaning: 'Work, submissions, results, portfolio, underwriting',
  },
  { keys: ['Escape'], meaning: 'Close' },
  { keys: ['?'], meaning: 'These keys' },
]

const storageKey = 'office-keys'
const choices = () => localStorage

const areOff = () => withStorage((storage) => storage.getItem(storageKey), choices) === 'off'

/** The keyboard shortcuts of the back office, and the item of its bar that opens their list, where one-letter keys can be turned off. */
export function OfficeKeys() {
  const dialog = useRef<HTMLDialogElement>(null)
  const choice = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isHydrated = useHydrated()

  function open() {
    if (choice.current) choice.current.checked = !areOff()
    dialog.current?.showModal()
    dialog.current?.querySelector('h2')?.focus() // except the setting that turns the keys off
  }
  useEffect(() => {
    let before = ''
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const opensSearch = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !inEditor(target)
      if (!opensSearch && (ctrlKey || metaKey || altKey || isTyping(target) || areOff())) return
      const place = before === 'g' ? places[key] : undefined
      before = key
      if (opensSearch || key === '/') document.getElementById('office-search')?.focus()
      else if (place) navigate(place)
      else if (key === '?') open()
      else if (key === 'j' || key === 'k') moveToRow(key === 'j' ? 1 : -1)
      else if (key === '[' || key === ']')
        document.querySelector<HTMLElement>(`main a[rel=${key === '[' ? 'prev' : 'next'}]`)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])

  return (
    <li className={isHydrated ? 'office-keys-item' : 'office-keys-item before-script'}>
      <button type="button" className="link-button" onClick={open}>
        Keys
      </button>
      {isHydrated ? <KeysDialog dialog={dialog} choice={choice} /> : null}
    </li>
  )
}

type DialogProps = { dialog: RefObject<HTMLDialogElement>; choice: RefObject<HTMLInputElement> }

function KeysDialog({ dialog, choice }: DialogProps) {
  return (
    <dialog ref={dialog} className="office-keys" aria-labelledby="office-keys">
      <h2 id="office-keys" tabIndex={-1}>
        Keys
      </h2>
      <dl>
        {sheet.map(({ keys, after, meaning }) => (
          <div key={meaning}>
            <dt>
              {after ? (
                <>
                  <kbd>{after}</kbd> then{' '}
                </>
              ) : null}
              <AnyOf keys={keys} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input
          ref={choice}
          type="checkbox"
          className="table-choice"
          onChange={({ target: { checked } }) =>
            withStorage((storage) => storage.setItem(storageKey, checked ? 'on' : 'off'), choices)
          }
        />
        Keys of one letter are on
      </label>
      <form method="dialog">
        <button type="submit" className="button button-secondary">
          Close
        </button>
      </form>
    </dialog>
  )
}

function AnyOf({ keys }: { keys: readonly string[] }) {
  return keys.map((key, at) => (
    <Fragment key={key}>
      {at === 0 ? '' : at === keys.length - 1 ? ' or ' : ', '}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}

function isTyping(target: EventTarget | null) {
  return (
    target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null
  )
}

/** The code editor has its own keys. */
function inEditor(target: EventTarget | null) {
  return target instanceof Element && target.closest('.cm-editor') !== null
}

/** Focuses the link of the next or previous row of the page's lists. */
function moveToRow(step: 1 | -1) {
  const links = [
    ...document.querySelectorAll<HTMLTableRowElement>('main tbody tr:not(.table-details)'),
  ].flatMap((row) => {
    const link = row.querySelector<HTMLAnchorElement>('th a[href], td a[href]')
    return link ? [link] : []
  })
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
