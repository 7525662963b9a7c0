import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { LeftOut } from '~/ui/left-out'

test('a table names the columns that a width leaves out, those first that are left out most often', () => {
  const columns = [
    { header: 'Name' },
    { header: 'Email', from: 64 },
    { header: 'Employer', from: 110 },
  ] as const
  expect(renderToStaticMarkup(<LeftOut columns={columns} />)).toBe(
    '<p class="hint table-left-out table-until-110">Left out at this width: ' +
      '<span class="table-until-110">Employer</span><span class="table-until-64">, Email</span></p>',
  )
})

test('a table that leaves out nothing says nothing', () => {
  expect(renderToStaticMarkup(<LeftOut columns={[{ header: 'Name' }]} />)).toBe('')
})
