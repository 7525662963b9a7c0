import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

import { useCurrentError } from './form'

type Shared = {
  label: ReactNode
  name: string
  hint?: string
  error?: string
  /** Adds '(optional)' to the label. */
  optional?: boolean
}

type Width = 'full' | 'medium' | 'short'

type TextFieldProps = Shared &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'name' | 'width'> & {
    /** Shown before and after the input: a currency sign, a unit. */
    prefix?: string
    suffix?: string
    width?: Width
  }

export function TextField({
  label,
  hint,
  error: submittedError,
  optional,
  prefix,
  suffix,
  width = 'full',
  ...input
}: TextFieldProps) {
  const error = useCurrentError(input.name, submittedError)
  const id = input.id ?? input.name
  const control = (
    <input type="text" {...input} {...described({ id, hint, error })} className={`input input-${width}`} />
  )
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      {prefix || suffix ? (
        <span className={`affixed affixed-${width}`}>
          {prefix ? <span aria-hidden="true">{prefix}</span> : null}
          {control}
          {suffix ? <span aria-hidden="true">{suffix}</span> : null}
        </span>
      ) : (
        control
      )}
    </Field>
  )
}

export function EmailField(input: Omit<TextFieldProps, 'label'>) {
  return <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...input} />
}

export function TextAreaField({
  label,
  hint,
  error: submittedError,
  optional,
  ...textarea
}: Shared & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'maxLength'>) {
  const error = useCurrentError(textarea.name, submittedError)
  const id = textarea.id ?? textarea.name
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea rows={4} {...textarea} {...described({ id, hint, error })} className="input input-full" />
    </Field>
  )
}

export type FieldOption = string | { value: string; label: string; disabled?: boolean }

type OptionGroup = { label: string; options: readonly FieldOption[] }

type SelectFieldProps = Shared & {
  id?: string
  options: readonly (FieldOption | OptionGroup)[]
  /** The label of the empty first option. */
  placeholder?: string
  defaultValue?: string
  required?: boolean
  autoComplete?: string
  width?: Width
}

export function SelectField({
  label,
  hint,
  error: submittedError,
  optional,
  options,
  placeholder,
  defaultValue = '',
  width = 'full',
  ...select
}: SelectFieldProps) {
  const error = useCurrentError(select.name, submittedError)
  const id = select.id ?? select.name
  const flatOptions = options.flatMap((option) => (isGroup(option) ? option.options : [option]))
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <select
        {...select}
        {...described({ id, hint, error })}
        defaultValue={canonical(flatOptions, defaultValue)}
        className={`input input-${width}`}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) =>
          isGroup(option) ? (
            <optgroup key={option.label} label={option.label}>
              <Options options={option.options} />
            </optgroup>
          ) : (
            <Options key={asOption(option).value} options={[option]} />
          ),
        )}
      </select>
    </Field>
  )
}

function Options({ options }: { options: readonly FieldOption[] }) {
  return options.map((option) => {
    const { value, label, disabled } = asOption(option)
    return (
      <option key={value} value={value} disabled={disabled}>
        {label}
      </option>
    )
  })
}

function isGroup(option: FieldOption | OptionGroup): option is OptionGroup {
  return typeof option === 'object' && 'options' in option
}

export function CheckboxField({
  label,
  hint,
  error: submittedError,
  defaultValue,
  value = 'yes',
  ...input
}: Omit<Shared, 'optional'> & { id?: string; value?: string; defaultValue?: string; required?: boolean }) {
  const error = useCurrentError(input.name, submittedError)
  const id = input.id ?? input.name
  return (
    <div className="field">
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="choice">
        <input
          type="checkbox"
          {...input}
          {...described({ id, hint, error })}
          value={value}
          defaultChecked={defaultValue === value}
        />
        <label htmlFor={id}>{label}</label>
      </div>
    </div>
  )
}

function Field({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: Omit<Shared, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

type Notes = { id: string; error?: string }

export function FieldNotes({ id, hint, error }: Notes & { hint?: string }) {
  return (
    <>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <ErrorMessage id={id} error={error} />
    </>
  )
}

/** The error of a field, with the same text as in the summary, until the field is edited. */
export function ErrorMessage({ id, error: submittedError }: Notes) {
  const error = useCurrentError(id, submittedError)
  if (!error) return null
  return (
    <p className="error" id={`${id}-error`}>
      {error.startsWith('Error: ') ? null : <span className="visually-hidden">Error: </span>}
      {error}
    </p>
  )
}

/** The attributes that link a control to its hint and its error. */
export function described({ id, hint, error }: { id: string; hint?: string; error?: string }) {
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return { id, 'aria-describedby': parts.join(' ') || undefined, 'aria-invalid': error ? true : undefined }
}

export function asOption(option: FieldOption) {
  return typeof option === 'string' ? { value: option, label: option, disabled: undefined } : option
}

/** Returns the matching option, ignoring letter case. */
function canonical(options: readonly FieldOption[], value: string) {
  const match = options.find((option) => asOption(option).value.toLowerCase() === value.toLowerCase())
  return match === undefined ? '' : asOption(match).value
}
