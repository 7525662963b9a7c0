import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

import { ActionAlert } from './action-alert'
import { Button } from './button'
import { Form } from './form'
import { useActionFetcher } from './use-action-fetcher'

type Props = {
  /** The page to which the form is posted, and its fields. */
  action: string
  intent: string
  fields?: Readonly<Record<string, string | number>>
  variant?: 'secondary' | 'quiet'
  busyLabel: string
  children: ReactNode
}

/** A form of one button. */
export function IntentForm({ action, intent, fields, variant = 'secondary', busyLabel, children }: Props) {
  const sending = useNavigation().formData
  const values = { intent, ...fields }
  const isSending =
    sending && Object.entries(values).every(([name, value]) => sending.get(name) === String(value))
  return (
    <Form method="post" action={action} preventScrollReset>
      <HiddenFields fields={values} />
      <Button type="submit" variant={variant} busy={isSending} busyLabel={busyLabel}>
        {children}
      </Button>
    </Form>
  )
}

/** A form of one button that is posted to another page. With JavaScript this page stays, and shows why it failed. */
export function RemoteIntentForm({
  action,
  intent,
  fields,
  variant = 'secondary',
  busyLabel,
  children,
}: Props) {
  const fetcher = useActionFetcher()
  const busy = fetcher.state !== 'idle'
  return (
    <>
      {busy ? null : <ActionAlert formResult={fetcher.data} />}
      <Form as={fetcher.Form} method="post" action={action} preventScrollReset>
        <HiddenFields fields={{ intent, ...fields }} />
        <Button type="submit" variant={variant} busy={busy} busyLabel={busyLabel}>
          {children}
        </Button>
      </Form>
    </>
  )
}

export function HiddenFields({ fields }: { fields: NonNullable<Props['fields']> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
