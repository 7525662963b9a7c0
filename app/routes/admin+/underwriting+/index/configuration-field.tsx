import type { Column } from '~/domain/configuration/collections'
import { CheckboxField, SelectField, TextAreaField, TextField } from '~/ui/field'
import type { FieldError } from '~/domain/parse-fields'
import type { FieldOf } from '~/ui/form-result'

type Props = { columns: readonly Column[]; field: FieldOf; errors: readonly FieldError[] }

/** The fields of columns; those that only the first engine reads are collapsed unless one has an error. */
export function ConfigurationFields({ columns, field, errors }: Props) {
  const fieldsOf = (shown: readonly Column[]) => (
    <div className="configuration-fields">
      {shown.map((column) => (
        <ConfigurationField key={column.name} column={column} field={field} />
      ))}
    </div>
  )
  const collapsed = columns.filter(({ firstEngineOnly }) => firstEngineOnly)
  return (
    <>
      {fieldsOf(columns.filter(({ firstEngineOnly }) => !firstEngineOnly))}
      {collapsed.length === 0 ? null : (
        <details className="configuration-fold" open={errors.length > 0}>
          <summary>Read by the first engine alone</summary>
          {fieldsOf(collapsed)}
        </details>
      )}
    </>
  )
}

/** The field of a column in the form or the open row of a record, with the column's description as its hint. */
function ConfigurationField({ column, field }: { column: Column; field: FieldOf }) {
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

/** The options of a column, with its current value if an import or API call has set another one. */
function optionsOf(options: readonly string[], held?: string) {
  return held && !options.includes(held) ? [...options, held] : options
}

/** Numbers are text fields: a number field would drop a typed % or comma, and change its value with the mouse wheel. */
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
