import * as options from '~/domain/quotes/quotes.options'
import { ExternalLink } from '~/ui/external-link'
import { CheckboxField, SelectField, TextAreaField, TextField } from '~/ui/field'
import { FormSection } from '~/ui/fieldset'
import type { FieldOf } from '~/ui/refused-form'

import { ChoiceGroup } from './choice-group'

/** The journey of an application; each step leads to its part of the form. */
export const quoteJourney = [
  { label: 'Personal Info', href: '#personal' },
  { label: 'Household', href: '#household' },
  { label: 'Employment', href: '#employment' },
  { label: 'Finalize', href: '#finalize' },
]

const stateOptions = Object.entries(options.states).map(([value, label]) => ({ value, label }))
const yesOrNo = [
  { value: 'TRUE', label: 'Yes' },
  { value: 'FALSE', label: 'No' },
]

type Props = {
  choices: { jobRoles: readonly Option[]; coverageLevels: readonly Option[] }
  field: FieldOf
}
type Option = { value: string; label: string }

/** The questions of a quote application, in four parts. */
export function QuoteFields({ choices, field }: Props) {
  return (
    <>
      <FormSection
        id="personal"
        legend="Personal Info"
        description="Who you are and where we send your quote."
      >
        <TextField
          label="Full name"
          autoComplete="name"
          required
          minLength={2}
          maxLength={100}
          {...field('name')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="Your quote goes to this address, and nothing else without your asking."
          {...field('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          optional
          width="medium"
          hint="Only used if we have a question about your application."
          {...field('phone')}
        />
        <TextField
          label="Date of birth"
          autoComplete="bday"
          required
          width="short"
          placeholder="MM/DD/YYYY"
          maxLength={50}
          hint="MM/DD/YYYY. You must be 18 or older to be covered."
          {...field('date_of_birth')}
        />
        <ChoiceGroup
          legend="Gender"
          options={options.genders}
          inline
          required
          hint="It never changes your price."
          {...field('gender')}
        />
        <TextField
          label="Address"
          autoComplete="address-line1"
          required
          maxLength={255}
          hint="Street, city and ZIP code."
          {...field('address')}
        />
        <SelectField
          label="State"
          autoComplete="address-level1"
          options={stateOptions}
          placeholder="Choose your state"
          required
          width="medium"
          hint="Cover may not be available in every state."
          {...field('region_state')}
        />
      </FormSection>

      <FormSection
        id="household"
        legend="Household"
        description="Who relies on your pay, and who else brings some home."
      >
        <ChoiceGroup
          legend="Marital status"
          options={options.maritalStatuses}
          inline
          required
          {...field('marital_status')}
        />
        <div className="only-when-married">
          <ChoiceGroup
            legend="Is your spouse working?"
            options={[
              { value: 'True', label: 'Yes' },
              { value: 'False', label: 'No' },
              { value: 'Not Applicable', label: 'Not applicable' },
            ]}
            inline
            hint="A second income in the house softens a gap in yours."
            {...field('spouse_working')}
          />
        </div>
        <TextField
          label="Number of children"
          inputMode="numeric"
          required
          width="short"
          {...field('children_count', '0')}
        />
        <TextField
          label="Family size"
          inputMode="numeric"
          required
          width="short"
          hint="Everybody in your household, you included."
          {...field('family_size', '1')}
        />
        <ChoiceGroup
          legend="Housing status"
          options={options.housingStatuses}
          inline
          required
          hint="Rent and mortgage are the bills that come first when pay stops."
          {...field('housing_status')}
        />
      </FormSection>

      <FormSection
        id="employment"
        legend="Employment"
        description="What we insure is your job, so this is the longest part. If you freelance, describe your main client or platform."
      >
        <TextField
          label="Occupation"
          autoComplete="organization-title"
          required
          maxLength={100}
          hint="What you would answer when asked what you do."
          {...field('occupation')}
        />
        <SelectField
          label="Job role"
          options={choices.jobRoles}
          placeholder="Choose the closest role"
          required
          {...field('job_role')}
        />
        <div className="only-when-other-role">
          <TextField
            label="Other Job Role"
            maxLength={100}
            hint="Only if you chose Other above."
            {...field('other_job_role')}
          />
        </div>
        <TextField
          label="Employer name"
          autoComplete="organization"
          required
          maxLength={200}
          hint="We look at how steady its jobs have been. We do not contact it."
          {...field('employer_name')}
        />
        <SelectField
          label="Employer type"
          options={options.employerTypes}
          placeholder="Choose a type"
          required
          width="medium"
          {...field('employer_type')}
        />
        <SelectField
          label="Employer size"
          options={options.employerSizes}
          placeholder="Choose a size"
          required
          width="medium"
          hint="The number of people who work there."
          {...field('employer_size')}
        />
        <SelectField
          label="Industry"
          options={options.industries}
          placeholder="Choose an industry"
          required
          hint="Layoffs differ more between industries than between people."
          {...field('industry')}
        />
        <TextField
          label="Employment length"
          inputMode="decimal"
          required
          width="short"
          suffix="years"
          hint="Years at this employer. Half a year is 0.5."
          {...field('employment_length')}
        />
        <ChoiceGroup
          legend="Employment type"
          options={options.employmentTypes}
          inline
          required
          {...field('employment_type')}
        />
        <ChoiceGroup
          legend="Work arrangement"
          options={options.workArrangements}
          inline
          required
          {...field('work_arrangement')}
        />
        <ChoiceGroup
          legend="Are you a member of a union?"
          options={yesOrNo}
          inline
          required
          {...field('union_membership')}
        />
        <TextField
          label="Monthly income"
          inputMode="decimal"
          required
          width="medium"
          prefix="$"
          suffix="a month"
          hint="Before tax. Cover never exceeds six months of it."
          {...field('income')}
        />
        <TextField
          label="Annual salary"
          inputMode="decimal"
          required
          width="medium"
          prefix="$"
          suffix="a year"
          hint="Before tax. If your pay varies, what you earned in the last 12 months."
          {...field('salary')}
        />
        <ChoiceGroup legend="Pay type" options={options.payTypes} inline required {...field('pay_type')} />
        <ChoiceGroup
          legend="Pay schedule"
          options={options.paySchedules}
          inline
          required
          {...field('pay_schedule')}
        />
      </FormSection>

      <FormSection
        id="finalize"
        legend="Finalize"
        description="The cover you have in mind, and the last facts that price it."
      >
        <SelectField
          label="Coverage level"
          options={choices.coverageLevels}
          placeholder="Choose a level"
          required
          width="medium"
          hint="Choose Not Sure Yet and we recommend the one that fits, with our reason."
          {...field('coverage_level')}
        />
        <ChoiceGroup
          legend="Education"
          options={options.educations}
          required
          hint="The highest level that you completed."
          {...field('education')}
        />
        <TextField
          label="Credit score"
          inputMode="numeric"
          required
          width="short"
          hint="A number from 300 to 850. Your best estimate is fine: we run no credit check."
          {...field('credit_score')}
        />
        <ChoiceGroup
          legend="Bankruptcy history"
          options={options.bankruptcyHistories}
          inline
          required
          {...field('bankruptcy_history')}
        />
        <ChoiceGroup
          legend="Background check"
          options={[
            { value: 'Clear', label: 'Clear' },
            { value: 'MinorFlag', label: 'A minor flag' },
            { value: 'MajorFlag', label: 'A major flag' },
          ]}
          inline
          required
          hint="What an employer's check would show, as far as you know."
          {...field('background_check')}
        />
        <ChoiceGroup
          legend="Do you receive government benefits?"
          options={yesOrNo}
          inline
          required
          {...field('gov_benefits')}
        />
        <TextAreaField
          label="Additional information"
          optional
          rows={5}
          maxLength={5000}
          hint="Anything about your work that the questions above did not ask."
          {...field('additional_info')}
        />
        <CheckboxField
          label={
            <>
              I agree to the <ExternalLink href="/terms-of-service">terms of service</ExternalLink> and to the{' '}
              <ExternalLink href="/privacy-policy">privacy policy</ExternalLink>, and I know that cover is not
              active during the beta.
            </>
          }
          value="yes"
          required
          {...field('consent')}
        />
      </FormSection>
    </>
  )
}
