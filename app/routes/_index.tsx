export default function Home() {
  return <h1>Holdfast</h1>
}
