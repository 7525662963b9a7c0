import { Link } from '@remix-run/react'
import { Fragment } from 'react'

import { questions } from '~/domain/quotes/questions'

/** Continues 'Your price will be here' with links to the missing answers. */
export function MissingAnswers({ path, names }: { path: string; names: readonly string[] }) {
  return questions
    .filter(({ name }) => names.includes(name))
    .map(({ name, label, step }, index) => (
      <Fragment key={name}>
        {index === 0 ? ' once you have answered: ' : ', '}
        <Link to={`${path}?step=${step}#${name}`}>{label}</Link>
      </Fragment>
    ))
}
