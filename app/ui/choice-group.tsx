import { asOption, described, FieldNotes, type FieldOption } from './field'
import { useCurrentError } from './form'

type Props = {
  legend: string
  name: string
  options: readonly FieldOption[]
  defaultValue?: string
  hint?: string
  error?: string
  /** Whether to place choices side by side if there is space. */
  inline?: boolean
  required?: boolean
}

/** A radio group. The id of the first choice is the name of the group, so that an error can link to it. */
export function ChoiceGroup({
  legend,
  name,
  options,
  defaultValue,
  hint,
  error: submittedError,
  inline,
  required,
}: Props) {
  const error = useCurrentError(name, submittedError)
  const { 'aria-describedby': describedBy } = described({ id: name, hint, error })
  return (
    <fieldset className="field choices" aria-describedby={describedBy}>
      <legend>{legend}</legend>
      <FieldNotes id={name} hint={hint} error={error} />
      <div className={inline ? 'choice-list choice-list-inline' : 'choice-list'}>
        {options.map((option, index) => {
          const { value, label } = asOption(option)
          const id = index === 0 ? name : `${name}-${index + 1}`
          return (
            <div className="choice" key={value}>
              <input
                type="radio"
                id={id}
                name={name}
                value={value}
                required={required}
                defaultChecked={defaultValue?.toLowerCase() === value.toLowerCase()}
              />
              <label htmlFor={id}>{label}</label>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
