/** The scenarios of the simulation, in the order of lists; a module of its own, so that pages need not load their figures. */
export const scenarioNames = [
  ...(['baseline', 'downturn', 'recession', 'growth'] as const),
  ...(['2001-2003', '2008-2010', '2020', 'history'] as const),
] as const

export type ScenarioName = (typeof scenarioNames)[number]

/** The percentiles of the reserve that are drawn, in percent, the median in the middle. */
export const percentiles = [0.5, 5, 25, 50, 75, 95, 99.5] as const
