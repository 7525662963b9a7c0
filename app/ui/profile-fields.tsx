import { TextField } from './field'

type Props = {
  values: Record<string, string | null | undefined>
  errorOf: (name: string) => string | undefined
  required: boolean
}

/** Where an account's owner lives and works. */
export function ProfileFields({ values, errorOf, required }: Props) {
  const field = (name: string) => ({
    name,
    required,
    optional: !required,
    defaultValue: values[name] ?? '',
    error: errorOf(name),
  })
  return (
    <>
      <TextField
        label="Full address"
        autoComplete="address-line1"
        maxLength={255}
        hint={required ? '5 to 255 characters.' : undefined}
        {...field('full_address')}
      />
      <TextField
        label="State or region"
        autoComplete="address-level1"
        maxLength={100}
        width="medium"
        hint={required ? '2 to 100 characters.' : undefined}
        {...field('region_state')}
      />
      <TextField
        label="Occupation"
        autoComplete="organization-title"
        maxLength={100}
        hint={required ? '2 to 100 characters.' : undefined}
        {...field('occupation')}
      />
    </>
  )
}
