import type { Column } from '~/domain/configuration/collections'
import { CheckboxField, described, SelectField, TextAreaField, TextField } from '~/ui/field'
import type { FieldOf } from '~/ui/form-result'

/** The field of a column in the form of a record, with the column's description as its hint. */
export function ConfigurationField({ column, field }: { column: Column; field: FieldOf }) {
  const shared = { label: column.label, hint: column.help, ...field(column.name) }
  if (column.kind === 'boolean') {
    const { defaultValue } = shared
    return (
      <>
        {/* The value of an unchecked checkbox, which is not sent. */}
        <input type="hidden" name={column.name} value="false" />
        <CheckboxField {...shared} value="true" defaultValue={defaultValue ?? String(column.fallback)} />
      </>
    )
  }
  const isOptional = column.required !== true && column.priced !== true
  if (column.kind === 'text' && column.options)
    return (
      <SelectField
        {...shared}
        optional={isOptional}
        options={optionsOf(column.options, shared.defaultValue)}
        placeholder="None"
        width="medium"
      />
    )
  if (column.kind === 'text' && column.multiline)
    return <TextAreaField {...shared} optional={isOptional} rows={3} />
  if (column.kind === 'text')
    return (
      <TextField
        {...shared}
        optional={isOptional}
        required={!isOptional}
        maxLength={column.max}
        width={column.max > 100 ? 'full' : 'medium'}
      />
    )
  return <TextField {...shared} {...inputOf(column)} optional={isOptional} width="short" />
}

/** The field of a column in a row of the table, labelled by the column header. */
export function ConfigurationCell({ column, field, form }: { column: Column; field: FieldOf; form: string }) {
  const { id, name, defaultValue, error } = field(column.name)
  const shared = {
    name,
    form,
    'aria-label': column.label,
    ...described({ id, hint: column.help, error }),
    className: 'input cell-input',
  }
  return (
    <>
      <span className="cell-label">
        <label htmlFor={id}>{column.label}</label>
        <span className="hint" id={`${id}-hint`}>
          {column.help}
        </span>
      </span>
      {column.kind === 'boolean' ? (
        <select {...shared} defaultValue={defaultValue ?? String(column.fallback)}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : column.kind === 'text' && column.options ? (
        <select {...shared} defaultValue={defaultValue ?? ''}>
          <option value="">None</option>
          {optionsOf(column.options, defaultValue).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input {...shared} {...inputOf(column)} defaultValue={defaultValue} />
      )}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </>
  )
}

/** The options of a column, with its current value if an import or API call has set another one. */
function optionsOf(options: readonly string[], held?: string) {
  return held && !options.includes(held) ? [...options, held] : options
}

/** Numbers are text: a number field would drop the % or comma that somebody types, and change its value under the mouse wheel. */
function inputOf(column: Column) {
  switch (column.kind) {
    case 'number': {
      // The keys for decimals of some phones have no minus sign.
      const inputMode = column.min < 0 ? undefined : column.whole ? 'numeric' : 'decimal'
      const prefix = column.unit === 'dollars' ? '$' : undefined
      const suffix = column.unit === 'percent' ? '%' : undefined
      return { type: 'text', inputMode, prefix, suffix } as const
    }
    case 'count':
      return { type: 'text', inputMode: 'numeric' } as const
    case 'date':
      return { type: 'text', inputMode: 'numeric', placeholder: 'YYYY-MM-DD', maxLength: 10 } as const
    default:
      return { type: 'text' } as const
  }
}
