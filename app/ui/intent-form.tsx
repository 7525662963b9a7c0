import type { ComponentProps, ReactNode } from 'react'

import { Button } from './button'
import { Form } from './form'
import { useSentFields } from './use-is-sending'

export type IntentFormProps = {
  /** The page to which the form is posted, and its fields. */
  action: string
  intent: string
  fields?: Readonly<Record<string, string | number>>
  variant?: 'primary' | 'secondary' | 'quiet'
  busyLabel: string
  children: ReactNode
}

/** A form of one button. */
export function IntentForm(props: IntentFormProps) {
  const sent = useSentFields()
  const busy = Object.entries(valuesOf(props)).every(([name, value]) => sent?.get(name) === String(value))
  return <ButtonForm {...props} busy={busy} />
}

const valuesOf = ({ intent, fields }: IntentFormProps) => ({ intent, ...fields })

type ButtonFormProps = IntentFormProps & Pick<ComponentProps<typeof Form>, 'as'> & { busy: boolean }

/** The form itself; `as` is the form component of a fetcher. */
export function ButtonForm({ as, busy, ...props }: ButtonFormProps) {
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

export function HiddenFields({ fields }: { fields: NonNullable<IntentFormProps['fields']> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
