import { EmailField, TextField } from '~/ui/field'
import type { FieldOf } from '~/ui/form-result'

export function IdentityFields({ field, emailHint }: { field: FieldOf; emailHint: string }) {
  return (
    <>
      <TextField
        label="Username"
        autoComplete="nickname"
        required
        maxLength={50}
        hint="How we greet you: 3-50 characters."
        {...field('username')}
      />
      <EmailField hint={emailHint} {...field('email')} />
    </>
  )
}

export function ProfileFields({ field, required }: { field: FieldOf; required: boolean }) {
  const requirement = { required, optional: !required }
  return (
    <>
      <TextField
        label="Full address"
        autoComplete="address-line1"
        maxLength={255}
        hint={
          required
            ? 'Street, city and ZIP code, 5-255 characters: your application begins with it.'
            : undefined
        }
        {...requirement}
        {...field('full_address')}
      />
      <TextField
        label="State or region"
        autoComplete="address-level1"
        maxLength={100}
        hint={required ? 'Such as New York, 2-100 characters: rules and prices differ by state.' : undefined}
        {...requirement}
        {...field('region_state')}
      />
      <TextField
        label="Occupation"
        autoComplete="organization-title"
        maxLength={100}
        hint={
          required
            ? 'Such as nurse or driver, 2-100 characters: the work that cover would protect.'
            : undefined
        }
        {...requirement}
        {...field('occupation')}
      />
    </>
  )
}
