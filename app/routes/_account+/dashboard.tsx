import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'

import { adminLinks } from '~/content/navigation'
import { pageTitle } from '~/content/titles'
import { requireUser } from '~/http/session.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Disclaimer } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle('My dashboard', matches) },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request)
  return json({ user })
}

export default function Dashboard() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <div className="container">
      <PageHeading
        title={`Welcome, ${user.username}`}
        eyebrow={<Badge tone="neutral">{`Account ID ${user.id}`}</Badge>}
      />
      <Disclaimer>Full functionality comes at launch. Cover is not active during the beta.</Disclaimer>
      <Card title="Account information">
        <DescriptionList
          items={[
            { term: 'Username', description: user.username },
            { term: 'Email', description: user.email },
            { term: 'Address', description: user.full_address ?? 'Not provided' },
            { term: 'State', description: user.region_state ?? 'Not provided' },
            { term: 'Occupation', description: user.occupation ?? 'Not provided' },
          ]}
        />
      </Card>
      <Card title="Quick actions">
        <ul className="link-list">
          <li>
            <Link to="/get-a-quote">Get a quote</Link>
          </li>
          {user.admin
            ? adminLinks.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))
            : null}
        </ul>
        <Form method="post" action="/logout" reloadDocument>
          <Button type="submit" variant="secondary">
            Log out
          </Button>
        </Form>
      </Card>
    </div>
  )
}
