import { Form, Link, useLocation, useNavigation } from '@remix-run/react'
import { useRef, type ReactNode } from 'react'

import type { FieldError } from '~/domain/parse-fields'

import { Button } from './button'
import { asOption, SelectField, TextField, type FieldOption } from './field'
import { useKeptFocus } from './use-kept-focus'

/** A field of the form: a select if it has options, otherwise a text field. */
type FilterField = {
  name: string
  label: string
  id?: string
  options?: readonly FieldOption[]
  type?: 'search' | 'text' | 'date'
  inputMode?: 'numeric'
  placeholder?: string
}

type Props = {
  /** The URL of the first page of the list in its state. */
  url: string
  state: { texts: Readonly<Record<string, string>>; errors: readonly FieldError[] }
  fields: readonly FilterField[]
  verb?: 'Search' | 'Filter'
  label?: string
  preventScrollReset?: boolean
  /** The number of rows, as text. */
  total?: string
  /** The URL of a file with the rows of all pages. */
  csv?: { to: string; label: string } | null
  /** More controls of the form. */
  children?: ReactNode
}

export const dateFields: readonly FilterField[] = [
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
]

/** The form that filters a list. Other params of its URL stay unchanged. */
export function ListToolbar({
  url,
  state,
  fields,
  verb = 'Search',
  label,
  total,
  csv,
  children,
  preventScrollReset,
}: Props) {
  const isBusy = useNavigation().formMethod === 'GET'
  const { texts, errors } = state
  const box = useRef<HTMLFormElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  useKeptFocus(useLocation().key, () =>
    (count.current ?? box.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus(),
  )
  const { pathname, searchParams, hash } = new URL(url, 'https://list.invalid')
  for (const { name } of fields) searchParams.delete(name)
  const file = csv ? (
    <a href={csv.to} className="button button-quiet">
      {csv.label}
    </a>
  ) : null
  const form = (
    <Form
      key={JSON.stringify(fields.map(({ name }) => texts[name]))}
      ref={box}
      method="get"
      action={pathname + hash}
      role="search"
      aria-label={label}
      className="toolbar list-toolbar"
      noValidate
      preventScrollReset={preventScrollReset}
    >
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ options, ...field }) => {
        const value = texts[field.name] ?? ''
        return options ? (
          <SelectField
            {...field}
            key={field.name}
            placeholder={field.placeholder ?? 'All'}
            options={withOption(options, value)}
            defaultValue={value}
          />
        ) : (
          <TextField
            type="search"
            {...field}
            key={field.name}
            defaultValue={value}
            error={errors.find(({ path }) => path === field.name)?.message}
            autoComplete="off"
            maxLength={field.type === 'date' ? undefined : 200} // it becomes part of the address
          />
        )
      })}
      <Button type="submit" variant="secondary" busy={isBusy} busyLabel={`${verb}ing...`}>
        {verb}
      </Button>
      {fields.some(({ name }) => texts[name]) ? (
        <Link
          to={`${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`}
          className="button button-quiet"
          preventScrollReset={preventScrollReset}
        >
          Show all
        </Link>
      ) : null}
      {total === undefined ? file : null}
      {children}
    </Form>
  )
  if (total === undefined) return form
  return (
    <>
      {form}
      <div className="list-total">
        <p role="status" tabIndex={-1} ref={count}>
          {total}
        </p>
        {file}
      </div>
    </>
  )
}

/** Returns the options of a field, with the value of the URL if they lack it. */
function withOption(options: readonly FieldOption[], value: string) {
  return value === '' || options.some((option) => asOption(option).value === value)
    ? options
    : [...options, value]
}
