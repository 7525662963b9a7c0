export function JsonDetails({ title, value }: { title: string; value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <section className="json" aria-label={title} tabIndex={0}>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </section>
    </details>
  )
}
