import type { ReactNode } from 'react'

export function DescriptionList({ items }: { items: readonly { term: string; description: ReactNode }[] }) {
  return (
    <dl className="facts">
      {items.map(({ term, description }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
