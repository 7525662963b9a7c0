import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { money } from '~/domain/formats'
import { previewText, type RecordPreview } from '~/domain/impacts/preview'

/** Milliseconds after the last key before the engine is asked. */
const pause = 500

type State = { preview: RecordPreview | null; problem: string | null }
const nothing: State = { preview: null, problem: null }

/**
 * Says what the typed values of a form would do to the newest quotes, before they are saved. Nothing without JavaScript: the form has a
 * button that runs all quotes.
 */
export function LiveImpact({ form }: { form: string }) {
  const { preview, problem } = usePreview(form)
  return (
    <div className="live-impact" role="status">
      {problem === null ? null : <p>{problem}</p>}
      {preview === null ? null : (
        <>
          <p>
            <strong>Before you save:</strong> {previewText(preview)}
          </p>
          {preview.named.length === 0 ? null : (
            <ul>
              {preview.named.map(({ id, before, after }) => (
                <li key={id}>
                  <Link to={`/admin/underwriting/quote/${id}`} target="_blank">
                    Q-{id}
                  </Link>{' '}
                  {sideText(before)} → {sideText(after)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}

function sideText({ decision, tier, premium }: RecordPreview['named'][number]['before']) {
  if (decision === 'declined') return 'declined'
  return `${tier ?? 'no tier'} ${money(premium)}${decision === 'referred' ? ', referred' : ''}`
}

function usePreview(formId: string) {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    let timer: number | undefined
    let request: AbortController | undefined
    async function ask(form: HTMLFormElement) {
      request = new AbortController()
      try {
        const answer = await fetch('/api/admin/underwriting/impact-preview', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(new FormData(form))),
          signal: request.signal,
        })
        if (answer.ok) setState({ preview: (await answer.json()) as RecordPreview, problem: null })
        else if (answer.status === 422 || answer.status === 409)
          setState(nothing) // the form says what is wrong
        else setState({ preview: null, problem: 'The impact cannot be shown now. You can still save.' })
      } catch (error) {
        if (!(error instanceof DOMException)) setState(nothing)
      }
    }
    function onInput({ target }: Event) {
      const form = (target as HTMLInputElement | null)?.form
      if (form?.getAttribute('id') !== formId) return // `form.id` is its field of that name
      request?.abort()
      clearTimeout(timer)
      timer = window.setTimeout(() => void ask(form), pause)
    }
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('input', onInput)
      request?.abort()
      clearTimeout(timer)
    }
  }, [formId])
  return state
}
