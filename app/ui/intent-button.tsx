import type { ComponentProps } from 'react'

import { Button } from './button'
import { useIsSending } from './use-is-sending'

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value' | 'busy'> & {
  /** The value of the form's field `intent`. */
  intent: string
}

/** A submit button of a page with several: while a form is on its way, the one that sent it is busy and the others are disabled. */
export function IntentButton({ intent, disabled = false, ...button }: IntentButtonProps) {
  const isSending = useIsSending()
  const isSent = useIsSending({ intent })
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      disabled={disabled || isSending}
      busy={isSent}
      {...button}
    />
  )
}
