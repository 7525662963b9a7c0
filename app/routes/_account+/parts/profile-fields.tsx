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
        width="medium"
        hint="How we greet you. 3 to 50 characters."
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
        hint={required ? 'Street, city and ZIP code. 5 to 255 characters.' : undefined}
        {...requirement}
        {...field('full_address')}
      />
      <TextField
        label="State or region"
        autoComplete="address-level1"
        maxLength={100}
        width="medium"
        hint={required ? 'Where you live, such as New York. 2 to 100 characters.' : undefined}
        {...requirement}
        {...field('region_state')}
      />
      <TextField
        label="Occupation"
        autoComplete="organization-title"
        maxLength={100}
        hint={
          required ? 'What you do for a living, such as nurse or driver. 2 to 100 characters.' : undefined
        }
        {...requirement}
        {...field('occupation')}
      />
    </>
  )
}
