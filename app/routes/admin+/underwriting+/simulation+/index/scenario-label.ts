import type { ScenarioName } from '~/engine/scenario-names'

const labels: Record<ScenarioName, string> = {
  baseline: 'Baseline: a mild recession',
  downturn: 'Downturn: 2001-2002',
  recession: 'Recession: 2008-2009',
  growth: 'Growth: 10% a month join',
  '2001-2003': 'Replay of 2001-2003',
  '2008-2010': 'Replay of 2008-2010',
  '2020': 'Replay of 2020',
  history: 'Any months of 2001-2022',
}

export function scenarioLabel(scenario: ScenarioName) {
  return labels[scenario]
}
