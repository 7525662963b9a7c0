/** A text whose signed amounts do not break after their sign. */
export function UnbrokenMoney({ text }: { text: string }) {
  return text.split(/([+−]\$[\d,.]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )
}
