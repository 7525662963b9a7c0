import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { collectionOf, findRecord } from '~/domain/configuration/configuration.server'
import { missingRecord } from '~/domain/configuration/failures'
import { showValue } from '~/domain/configuration/record-text'
import { previewRecord } from '~/domain/impacts/preview.server'
import { isReleased } from '~/domain/releases/changes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { RemoteIntentForm } from '~/ui/remote-intent-form'

import { deleteQuestion } from './index/configuration-table'
import styles from './index/configuration.css?url'
import { noImpactText, PreviewText } from './index/live-impact'

export { shouldRevalidate } from '~/ui/keep-page'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: pageTitle(data ? `Delete ${data.name}` : 'Delete a record', matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const collection = collectionOf(params.collection)
  const row = collection && (await findRecord(db, collection, pageId(params.id, missingRecord)))
  if (!row) throw notFoundPage(missingRecord)
  return json({
    id: row.id,
    updatedAt: row.updated_at,
    name: String(row[collection.nameColumn ?? 'id']),
    slug: collection.slug,
    title: collection.title,
    singular: collection.singular,
    isProposed: isReleased(collection) && env.RELEASE_BY === 'two',
    preview: isReleased(collection) ? await deletionPreview(collection.slug, row.id) : null,
    facts: collection.columns
      .slice(0, 6)
      .map((column) => ({ term: column.label, description: showValue(column, row[column.name]) })),
  })
}

/** The impact of the deletion on the newest quotes, or why it is unknown. */
async function deletionPreview(slug: string, id: number) {
  const outcome = await previewRecord(db, sandbox, slug, { action: 'delete', id, fields: {} })
  return outcome.ok ? { known: true as const, ...outcome.preview } : { known: false as const }
}

/** The confirmation page for deleting a record, used without JavaScript. */
export default function DeleteRecord() {
  const { id, updatedAt, name, slug, title, singular, isProposed, facts, preview } =
    useLoaderData<typeof loader>()
  const table = `/admin/underwriting?tab=${slug}`
  return (
    <ConfirmPage
      title={`Delete ${singular} ${name}`}
      question={deleteQuestion({ slug, singular }, isProposed)}
      confirmLabel={isProposed ? 'Propose to delete' : 'Delete'}
      busyLabel="Deleting..."
      action={table}
      fields={{ intent: 'delete', collection: slug, id, updated_at: updatedAt }}
      back={{ to: `${table}#${slug}`, label: title }}
    >
      <DescriptionList items={facts} />
      {preview ? (
        <div className="live-impact">
          {preview.known ? <PreviewText preview={preview} lead="If you delete it" /> : <p>{noImpactText}</p>}
          <AllQuotes action={table} slug={slug} id={id} />
        </div>
      ) : null}
    </ConfirmPage>
  )
}

/** Runs the deletion over all quotes instead of the newest. */
function AllQuotes({ action, slug, id }: { action: string; slug: string; id: number }) {
  const fields = { collection: slug, id, see: 'impact' }
  return (
    <RemoteIntentForm action={action} intent="delete" fields={fields} busyLabel="Starting...">
      See the impact on all quotes
    </RemoteIntentForm>
  )
}
