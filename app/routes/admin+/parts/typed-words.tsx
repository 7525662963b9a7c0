/** The input of a form that is no longer shown, so that it is not lost. */
export function TypedWords({ texts }: { texts: readonly (string | undefined)[] }) {
  const typed = texts.flatMap((text) => (text?.trim() ? [text.trim()] : []))
  if (typed.length === 0) return null
  return (
    <>
      <p>What you typed was not sent:</p>
      {typed.map((text) => (
        <blockquote key={text} className="typed-words">
          {text}
        </blockquote>
      ))}
    </>
  )
}
