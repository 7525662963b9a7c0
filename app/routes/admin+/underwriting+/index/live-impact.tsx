import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { money } from '~/domain/formats'
import { previewText, type RecordPreview } from '~/domain/impacts/preview'

import { askAfterPause, postJson } from '../parts/ask-after-pause'

export const noImpactText = 'The impact cannot be shown now. It is not needed to go on.'

type State = { preview: RecordPreview | null; problem: string | null }
const nothing: State = { preview: null, problem: null }

/**
 * Previews the impact of a form's values on the newest quotes. Renders nothing without JavaScript: the form has a
 * button that runs all quotes.
 */
export function LiveImpact({ form }: { form: string }) {
  return <ImpactStatus {...usePreview(form)} lead="Before you save" />
}

/**
 * Previews the impact of a deletion on the newest quotes, in a box of fixed height: the buttons below it must not move while
 * they are pressed.
 */
export function DeletionImpact({ slug, id }: { slug: string; id: number }) {
  const [state, setState] = useState<State>({
    preview: null,
    problem: 'Running the newest quotes without it...',
  })
  useEffect(() => {
    const request = new AbortController()
    void askPreview({ collection: slug, id, intent: 'delete' }, request.signal).then(
      (answer) => answer && setState(answer === nothing ? { preview: null, problem: noImpactText } : answer),
    )
    return () => request.abort()
  }, [slug, id])
  return <ImpactStatus {...state} lead="If you delete it" />
}

function ImpactStatus({ preview, problem, lead }: State & { lead: string }) {
  return (
    <div className="live-impact" role="status">
      {problem === null ? null : <p>{problem}</p>}
      {preview === null ? null : <PreviewText preview={preview} lead={lead} />}
    </div>
  )
}

/** A preview in a sentence, with the quotes that change most. */
export function PreviewText({ preview, lead }: { preview: RecordPreview; lead: string }) {
  return (
    <>
      <p>
        <strong>{lead}:</strong> {previewText(preview)}
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
  )
}

function sideText({ decision, tier, premium }: RecordPreview['named'][number]['before']) {
  if (decision === 'declined') return 'declined'
  return `${tier ?? 'no tier'} ${money(premium)}${decision === 'referred' ? ', referred' : ''}`
}

function usePreview(formId: string) {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    const { askSoon, stop } = askAfterPause(async (signal) => {
      const form = document.getElementById(formId)
      if (!(form instanceof HTMLFormElement)) return
      if (form.matches(':invalid')) return setState(nothing)
      const answer = await askPreview(Object.fromEntries(new FormData(form)), signal)
      if (answer) setState(answer)
    })
    function onInput({ target }: Event) {
      // `form.id` is its field of that name
      if ((target as HTMLInputElement | null)?.form?.getAttribute('id') === formId) askSoon()
    }
    function onReset({ target }: Event) {
      if ((target as HTMLFormElement | null)?.getAttribute('id') === formId) askSoon()
    }
    askSoon() // also for input before hydration, and for a restored draft
    document.addEventListener('input', onInput)
    document.addEventListener('reset', onReset)
    return () => {
      document.removeEventListener('input', onInput)
      document.removeEventListener('reset', onReset)
      stop()
    }
  }, [formId])
  return state
}

/** Returns the response; nothing for an invalid form, and null after an abort. */
async function askPreview(fields: Record<string, unknown>, signal: AbortSignal): Promise<State | null> {
  try {
    const answer = await postJson('/api/admin/underwriting/impact-preview', fields, signal)
    if (answer.status === 204) return nothing // no value is changed
    if (answer.ok) return { preview: (await answer.json()) as RecordPreview, problem: null }
    if (answer.status !== 422) return { preview: null, problem: noImpactText }
    const { error } = (await answer.json()) as { error: unknown }
    return typeof error === 'string' ? { preview: null, problem: error } : nothing
  } catch {
    return signal.aborted ? null : { preview: null, problem: noImpactText }
  }
}
