import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findNeighbors, openRecord } from '~/domain/database-browser/database-browser.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'

import { ListLinks } from '../parts/list-links'
import { databaseUrl, recordUrl } from './index/database-list'
import styles from './index/database.css?url'
import { RecordValue } from './index/record-value'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Record of ${params.table}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const table = params.table ?? ''
  const rowKey = new URL(request.url).searchParams.getAll('key')
  const columns = await openRecord(db, table, rowKey, { by: user.id })
  if (!columns)
    throw notFoundPage('There is no such record, or it has changed its place since it was listed.')
  return json({ table, columns, ...(await findNeighbors(db, table, rowKey)) })
}

export default function DatabaseRecord() {
  const { table, columns, previous, next } = useLoaderData<typeof loader>()
  const neighborOf = (key: string[] | null) => key && { to: recordUrl(table, key), label: key.join(', ') }
  return (
    <AdminPage
      title={`Record of ${table}`}
      breadcrumbs={[
        { label: 'Database', to: '/admin/database' },
        { label: table, to: databaseUrl({ table }) },
      ]}
      beside={
        <ListLinks
          title="Records in the order of their key"
          previous={neighborOf(previous)}
          next={neighborOf(next)}
        />
      }
    >
      <dl className="record-pairs">
        {columns.map(({ column_name, data_type, value }) => (
          <div key={column_name} className={isLong(value) ? 'record-long' : undefined}>
            <dt>
              <Name>{column_name}</Name>
              <span className="record-type">{data_type}</span>
            </dt>
            <dd className="as-typed">
              <RecordValue column={column_name} type={data_type} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </AdminPage>
  )
}

/** The length in characters of what fits beside its name in half the width of a page. */
const halfLine = 40

function isLong(value: string | null) {
  return value !== null && (value.length > halfLine || value.includes('\n'))
}

/** The name of a column, which wraps after an underscore. */
function Name({ children }: { children: string }) {
  return children.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
