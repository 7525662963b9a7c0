import type { RefObject } from 'react'

import { Button } from './button'

type Props = {
  /** When the shown draft was typed, in milliseconds since 1970. */
  typedAt: number
  form: RefObject<HTMLFormElement>
  onDiscard: () => void
}

const visibleField = ':is(input, select, textarea):not([type=hidden], [hidden])'

/** Notes that a form shows earlier input, with its local time and a button to discard it. */
export function RestoredNotice({ typedAt, form, onDiscard }: Props) {
  const clock = new Date(typedAt).toLocaleTimeString('en-GB', { timeStyle: 'short' })
  const discard = () => {
    const fields = [...(form.current?.elements ?? [])]
    form.current?.reset()
    onDiscard()
    const first = fields.find((field) => field.matches(visibleField))
    ;(first as HTMLElement | undefined)?.focus()
  }
  return (
    <div className="notice notice-info restored-notice">
      <p role="status">{`Your unsaved changes of ${clock} are shown.`}</p>
      <Button type="button" variant="secondary" onClick={discard}>
        Discard them
      </Button>
    </div>
  )
}
