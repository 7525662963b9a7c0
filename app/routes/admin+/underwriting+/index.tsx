import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { runRequestSchema } from '~/domain/underwriting/underwriting.schema'
import { listResults, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { seeOtherWithFlash } from '~/http/flash.server'
import { formFields, refuseForm } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { runProblem } from '~/http/underwriting-problem.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { JsonDetails } from '~/ui/json-details'
import { formState } from '~/ui/refused-form'
import { ResultsTable } from '~/ui/results-table'

const recent = 25

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Underwriting engine', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return json({ results: await listResults(db, { limit: recent }) })
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  const parsed = parseFields(runRequestSchema, fields)
  if (!parsed.ok) return refuseForm(fields, parsed.errors)
  const run = await runUnderwriting(db, sandbox, { quoteId: parsed.value.quote_id, adminId: user.id })
  if (!run.ok) {
    const { status, headers, message } = runProblem(run)
    return refuseForm(fields, [{ path: 'quote_id', message: `Error: ${message}` }], { status, headers })
  }
  return seeOtherWithFlash(`/admin/underwriting/result/${run.result.id}`, {
    tone: 'success',
    message: 'Underwriting completed successfully!',
    duration: 10_000,
  })
}

export default function Underwriting() {
  const { results } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const running = useNavigation().state === 'submitting'
  const { errors, field } = formState(refused)
  return (
    <AdminPage title="Underwriting engine">
      <div className="card-grid">
        <Card title="Run underwriting">
          <Form method="post" noValidate className="form">
            <ErrorSummary errors={errors} />
            <TextField
              label="Quote ID"
              type="number"
              min={1}
              required
              inputMode="numeric"
              width="short"
              hint="The number of a quote request."
              {...field('quote_id')}
            />
            <Button type="submit" busy={running} busyLabel="Running...">
              Run underwriting
            </Button>
          </Form>
          <p className="link-row">
            <Link to="/admin/submissions">Find the number of a quote request</Link>
          </p>
        </Card>
      </div>
      <h2>Recent Underwriting Results</h2>
      <ResultsTable
        results={results}
        empty={
          <EmptyState title="No underwriting results found.">
            <p>Run underwriting on a quote request, and its result appears here.</p>
          </EmptyState>
        }
      />
      {results.length > 0 ? (
        <JsonDetails title={`The newest ${results.length} results as JSON`} value={results} />
      ) : null}
    </AdminPage>
  )
}
