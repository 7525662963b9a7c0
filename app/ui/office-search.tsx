import { Form, useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

import { officeStart } from '~/content/office-start'
import type { HitGroup } from '~/domain/search/search.server'
import { countedWords } from '~/lists/search-terms'

import { unreached, useReachableForm } from './use-reachable-form'

/** The pause after the last input before a search, in milliseconds. */
const pause = 150

/** The search of the back office: a form that leads to its page and, with JavaScript, a combobox that lists the results as you type. */
export function OfficeSearch() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { key } = useLocation()
  const [typed, setTyped] = useState('')
  const { groups: found, isLost, clear } = useHits(typed)
  const sending = useReachableForm()
  const [isStarting, setStarting] = useState(false)
  /** The hit that the keys have selected; by default the first. */
  const [chosen, setActive] = useState<number | null>(null)
  const counted = countedWords(typed)
  const groups = typed.trim() === '' && isStarting ? officeStart : found
  const hits = groups.flatMap((group) => group.hits)
  const active = chosen ?? firstOf(found)
  const isOpen = groups.length > 0

  function close() {
    clear()
    sending.forget()
    setStarting(false)
    setActive(null)
  }
  // A navigation ends the search.
  const [place, setPlace] = useState(key)
  if (place !== key) {
    setPlace(key)
    setTyped('')
    setStarting(false)
    setActive(null)
  }
  // On a narrow screen the field is in the menu, which would cover the page.
  useEffect(() => {
    return () => {
      const menu = document.querySelector<HTMLInputElement>('#menu:checked')
      menu?.click()
    }
  }, [key])

  function onKeyDown(event: KeyboardEvent) {
    const hit = hits[active]
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && hit) navigate(hit.to)
    else if (event.key === 'ArrowDown' && isOpen) setActive((active + 1) % hits.length)
    else if (event.key === 'ArrowUp' && isOpen) setActive((active <= 0 ? hits.length : active) - 1)
    else return
    event.preventDefault()
  }

  return (
    <Form action="/admin/search" className="office-search" onBlur={close} onSubmit={sending.onSubmit}>
      <label htmlFor="office-search" className="visually-hidden">
        Find in the back office
      </label>
      <input type="hidden" name="go" value="yes" />
      <input
        ref={input}
        id="office-search"
        name="q"
        type="search"
        maxLength={100}
        placeholder="Find"
        autoComplete="off"
        required
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          sending.forget()
          setStarting(true)
          setActive(null)
        }}
        onFocus={() => setStarting(true)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={`${id}-hits`}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      />
      {isLost || sending.isLost ? (
        <p role="alert" className="office-search-lost">
          {unreached}
        </p>
      ) : null}
      <div
        id={`${id}-hits`}
        role="listbox"
        aria-label={counted ? `Found for ‘${counted}’` : groups === officeStart ? 'Pages and acts' : 'Found'}
        hidden={!isOpen}
        className="office-hits"
      >
        {counted ? (
          <div className="office-hits-title" aria-hidden="true">
            Searched for ‘{counted}’
          </div>
        ) : null}
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="office-hits-title" aria-hidden="true">
              {group.title}
            </div>
            {group.hits.map((hit) => {
              const at = hits.indexOf(hit)
              return (
                // The focus stays in the field, whose keys select.
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={at}
                  id={`${id}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className="office-hit"
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => navigate(hit.to)}
                >
                  {hit.label} <span>{hit.note}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Form>
  )
}

/**
 * Returns the index of the hit that Enter follows by default: the first application, otherwise the first hit; -1 if none. Actions on an
 * application precede it, but are not the default.
 */
function firstOf(groups: readonly HitGroup[]) {
  const hits = groups.flatMap((group) => group.hits)
  const application = groups.find(({ title }) => title === 'Quote Requests')?.hits[0]
  return application ? hits.indexOf(application) : hits.length === 0 ? -1 : 0
}

const nothing = { groups: [] as HitGroup[], of: '', isLost: false }

/** Searches after a pause in the typing. A call without a response finds nothing: the form may still work. */
function useHits(typed: string) {
  const [{ of, ...found }, setFound] = useState(nothing)
  const asked = typed.trim()
  useEffect(() => {
    if (asked === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/api/admin/search?${new URLSearchParams({ q: asked })}`, { signal: abort.signal })
        .then(async (response) => (response.ok ? ((await response.json()) as HitGroup[]) : []))
        .then(
          (groups) => setFound({ groups, of: asked, isLost: false }),
          () => {
            if (!abort.signal.aborted) setFound({ groups: [], of: asked, isLost: true })
          },
        )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked])
  // Hits of an earlier text are not followed by Enter: it submits the form instead.
  return { ...(asked === of ? found : nothing), clear: () => setFound(nothing) }
}
