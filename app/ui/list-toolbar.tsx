import { Link, useLocation, useNavigation, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'

import type { FieldError } from '~/domain/parse-fields'

import { Button } from './button'
import { DownloadLink } from './download-link'
import { asOption, described, ErrorMessage, SelectField, type FieldOption } from './field'
import { GetForm } from './get-form'
import { Shortened } from './shortened'
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
  /** The number of rows as text, on its own line with the actions on the whole list. */
  total?: string
  /** The orders of the list, for a phone, on that line. */
  sorts?: ReactNode
  /** The saved views, on that line. */
  views?: ReactNode
  /** The URL of a file with the rows of all pages, and its label without 'CSV', which is all that a phone shows. */
  csv?: { to: string; before: string } | null
  columns?: ColumnsField
}

/** The selectable columns, and the selected ones. */
type ColumnsField = {
  name: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
}

export const dateFields: readonly FilterField[] = [
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
]

/**
 * The form that filters a list. Keeps other params of the URL. On a phone, several filters are collapsed below the search
 * field. While a filter is invalid there is no number of rows and no file.
 */
export function ListToolbar({
  url,
  state,
  fields,
  verb = 'Search',
  label,
  columns,
  preventScrollReset,
  ...list
}: Props) {
  const isChoosing = useSearchParams()[0].get('choose') === 'columns'
  const { formMethod, formData } = useNavigation()
  const isBusy = formMethod === 'GET' && fields.some(({ name }) => formData?.has(name))
  const { texts, errors } = state
  const { total, sorts, views, csv }: Partial<Props> = errors.length > 0 ? {} : list
  const box = useRef<HTMLFormElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  useKeptFocus(useLocation().key, () =>
    (count.current ?? box.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus(),
  )
  const { pathname, searchParams, hash } = new URL(url, 'https://list.invalid')
  for (const { name } of fields) searchParams.delete(name)
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message
  // Keyed by its value in the URL: a selection made while a page loads is kept when that page arrives.
  const filter = (field: FilterField) => {
    const value = texts[field.name] ?? ''
    return <Filter key={`${field.name} ${value}`} field={field} value={value} error={errorOf(field.name)} />
  }
  const others = fields.slice(isSearch(fields[0]) ? 1 : 0)
  const collapsed = others.length > 1 ? others : []
  const wholeList = (
    <>
      {columns && !isChoosing ? <ColumnsLink isOpen={false} /> : null}
      {csv ? (
        <DownloadLink to={csv.to} className="button button-quiet">
          <Shortened before={`${csv.before} `} part="CSV" />
        </DownloadLink>
      ) : null}
    </>
  )
  const showAll = fields.some(({ name }) => texts[name]) ? (
    <Link
      to={`${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`}
      className="button button-quiet"
      preventScrollReset={preventScrollReset}
      onClick={() => box.current?.reset()}
    >
      Show all
    </Link>
  ) : null
  const form = (
    <GetForm
      ref={box}
      action={pathname + hash}
      role="search"
      aria-label={label}
      className="toolbar list-toolbar"
      noValidate
      preventScrollReset={preventScrollReset}
    >
      {[...searchParams].map(([name, value]) =>
        isChoosing && name === columns?.name ? null : (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      {fields.slice(0, fields.length - collapsed.length).map(filter)}
      {collapsed.length > 0 ? (
        <details
          className="list-filters phone-fold"
          open={collapsed.some(({ name }) => texts[name] || errorOf(name))}
        >
          <summary>Filters</summary>
          {collapsed.map(filter)}
        </details>
      ) : null}
      <Button
        key={fields.map(({ name }) => texts[name]).join()} // a new one for each state: the focus moves on to the count
        type="submit"
        variant="secondary"
        busy={isBusy}
        busyLabel={`${verb}ing...`}
      >
        {verb}
      </Button>
      {total === undefined ? showAll : null}
      {total === undefined ? wholeList : null}
      {fields.map(({ name, id = name }) => (
        <ErrorMessage key={name} id={id} error={errorOf(name)} />
      ))}
      {columns && isChoosing ? <ColumnChoice key={columns.chosen.join()} {...columns} /> : null}
    </GetForm>
  )
  if (total === undefined) return form
  return (
    <>
      {form}
      <div className="list-total">
        <p role="status" tabIndex={-1} ref={count}>
          {total}
        </p>
        {sorts}
        {showAll}
        {views}
        <div className="list-total-acts">{wholeList}</div>
      </div>
    </>
  )
}

/** Whether a field is the search field, not a filter. */
function isSearch(field: FilterField | undefined) {
  return field?.options === undefined && field?.type === undefined
}

type FilterProps = { field: FilterField; value: string; error: string | undefined }

function Filter({ field: { options, ...field }, value, error }: FilterProps) {
  const { label, id = field.name, ...input } = field
  return options ? (
    <SelectField
      {...field}
      placeholder={field.placeholder ?? 'All'}
      options={withOption(options, value)}
      defaultValue={value}
    />
  ) : (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="search"
        {...input}
        {...described({ id, error })} // the form renders the error, which would take many lines in the width of a filter
        defaultValue={value}
        className="input input-full"
        autoComplete="off"
        maxLength={input.type === 'date' ? undefined : 200} // it becomes part of the URL
      />
    </div>
  )
}

/** A link that opens or closes the selection of columns, whose labels would otherwise mix with those of the filters. */
function ColumnsLink({ isOpen }: { isOpen: boolean }) {
  const { pathname, search, hash } = useLocation()
  const params = new URLSearchParams(search)
  if (isOpen) params.delete('choose')
  else params.set('choose', 'columns')
  return (
    <Link to={`${pathname}?${params}${hash}`} className="button button-quiet" preventScrollReset>
      {isOpen ? 'Cancel' : <Shortened before="Choose " part="columns" />}
    </Link>
  )
}

function ColumnChoice({ name, options, chosen }: ColumnsField) {
  const field = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <fieldset className="column-choice" ref={field} tabIndex={-1}>
      <legend>Columns to show</legend>
      <div className="choices">
        {options.map(({ value, label }, index) => (
          <div key={value} className="choice">
            <input
              type="checkbox"
              id={`${name}-${index}`}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            <label htmlFor={`${name}-${index}`}>{label}</label>
          </div>
        ))}
      </div>
      <div className="button-row">
        <Button type="submit" variant="secondary">
          Show these columns
        </Button>
        <ColumnsLink isOpen />
      </div>
    </fieldset>
  )
}

/** Returns the options of a field, with the value of the URL if they lack it. */
function withOption(options: readonly FieldOption[], value: string) {
  return value === '' || options.some((option) => asOption(option).value === value)
    ? options
    : [...options, value]
}
