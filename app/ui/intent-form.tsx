import { useNavigation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'

import { ActionAlert } from './action-alert'
import { Button } from './button'
import { Form } from './form'
import { useActionFetcher } from './use-action-fetcher'
import { usePreloadedPage } from './use-preloaded-page'

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
export function IntentForm(props: Props) {
  const sending = useNavigation().formData
  const busy = Object.entries(valuesOf(props)).every(([name, value]) => sending?.get(name) === String(value))
  return <ButtonForm {...props} busy={busy} />
}

/** A form of one button that is posted to another page. With JavaScript this page stays, and shows why it failed. */
export function RemoteIntentForm(props: Props) {
  const fetcher = useActionFetcher()
  usePreloadedPage(props.action)
  const busy = fetcher.state !== 'idle'
  return (
    <>
      {busy ? null : <ActionAlert formResult={fetcher.data} />}
      <ButtonForm {...props} as={fetcher.Form} busy={busy} />
    </>
  )
}

const valuesOf = ({ intent, fields }: Props) => ({ intent, ...fields })

type ButtonFormProps = Props & Pick<ComponentProps<typeof Form>, 'as'> & { busy: boolean }

function ButtonForm({ as, busy, ...props }: ButtonFormProps) {
  const { action, variant = 'secondary', busyLabel, children } = props
  return (
    <Form as={as} method="post" action={action} preventScrollReset>
      <HiddenFields fields={valuesOf(props)} />
      <Button type="submit" variant={variant} busy={busy} busyLabel={busyLabel}>
        {children}
      </Button>
    </Form>
  )
}

export function HiddenFields({ fields }: { fields: NonNullable<Props['fields']> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
