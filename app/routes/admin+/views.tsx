import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { deleteView, listViews, renameView, saveView } from '~/domain/saved-views/saved-views.server'
import {
  isViewedList,
  listTitle,
  maxViews,
  viewedLists,
  viewQuery,
  viewUrl,
} from '~/domain/saved-views/viewed-lists'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { ownUrl, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useSentFields } from '~/ui/use-is-sending'

import { NewView, ViewRow } from './parts/view-forms'

function failureOf(intent: unknown) {
  const act = intent === 'delete' || intent === 'rename' ? intent : 'save'
  return `Failed to ${act} the view. Please try again.`
}

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Saved views', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const list = searchParams.get('list')
  const query = isViewedList(list) ? viewQuery(list, searchParams.get('query') ?? '') : null
  return json({
    views: await listViews(db, user.id),
    saving:
      isViewedList(list) && query !== null ? { list, query, name: searchParams.get('name') ?? '' } : null,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const by = user.id
  const fields = await formFields(request)
  const id = parseId(fields.view) ?? 0
  const missing = { tone: 'error' as const, message: 'This view was deleted already.' }
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    if (fields.intent === 'delete') {
      const view = await deleteView(db, id, { by })
      if (view === null) return await seeOtherWithFlash(ownUrl(request), missing)
      const { name, list, query } = view
      return await seeOtherWithFlash(ownUrl(request), {
        tone: 'success',
        message: `The view ${name} is deleted.`,
        duration: 30_000,
        link: {
          to: `/admin/views?${new URLSearchParams({ list, query, name })}`,
          label: 'Save it again',
          keepFocus: true,
        },
      })
    }
    if (fields.intent !== 'rename' && fields.intent !== 'save') throw unknownIntent()
    const renames = fields.intent === 'rename'
    const outcome = await (renames ? renameView(db, id, fields, { by }) : saveView(db, fields, { by }))
    if (!outcome.ok) {
      if (outcome.reason === 'missing') return await seeOtherWithFlash(ownUrl(request), missing)
      return rejectForm(fields, outcome.errors)
    }
    const { list, name, query } = outcome.view
    return renames
      ? await seeOtherWithFlash(ownUrl(request), { tone: 'success', message: `The view is named ${name}.` })
      : await seeOtherWithFlash(viewUrl(list, query), {
          tone: 'success',
          message: `The view ${name} is saved.`,
        })
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, { actsAgain: true })

/** The saved views of an admin, and the form that saves a new one. */
export default function SavedViews() {
  const { views, saving } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const sent = useSentFields()
  return (
    <AdminPage title="Saved views">
      {saving ? <NewView {...saving} formResult={formResult} sent={sent} /> : null}
      {views.length === 0 && !saving ? (
        <EmptyState title="No views are saved">
          <p>
            Filter and sort a list, then choose Save this view above it. A list has at most {maxViews} views,
            which only you see.
          </p>
          <p className="button-row">
            {viewedLists.map((list) => (
              <ButtonLink
                key={list}
                to={viewUrl(list, list === 'results' ? '' : `tab=${list}`)}
                variant="secondary"
              >
                {listTitle(list)}
              </ButtonLink>
            ))}
          </p>
        </EmptyState>
      ) : null}
      {viewedLists.map((list) => (
        <ViewsOf
          key={list}
          title={listTitle(list)}
          views={views.filter((view) => view.list === list)}
          formResult={formResult}
          sent={sent}
        />
      ))}
    </AdminPage>
  )
}

type Props = Pick<Parameters<typeof ViewRow>[0], 'formResult' | 'sent'> & {
  title: string
  views: SerializeFrom<typeof loader>['views']
}

function ViewsOf({ title, views, ...state }: Props) {
  if (views.length === 0) return null
  return (
    <Card title={title}>
      <ul className="view-rows">
        {views.map((view) => (
          <ViewRow key={`${view.id} ${view.name}`} view={view} {...state} />
        ))}
      </ul>
    </Card>
  )
}
