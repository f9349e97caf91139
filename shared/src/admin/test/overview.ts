import { FiguresResponse, OverviewResponse } from '../../contracts/overview.ts';
import type { Answers } from '../../contracts/test/fake-server.ts';
import { whole, type Partly } from '../../contracts/test/whole.ts';

/** The overview of a shop with nothing to do. */
export const QUIET = {
  ...whole(OverviewResponse, { sinceYesterday: '0.00' }),
  backup: { lastSuccess: null, failure: null, isLate: false, needsAttention: false },
  recurring: {
    monthlyRevenue: '0.00',
    active: 0,
    ending: 0,
    leaving: '0.00',
    pastDue: 0,
    atRisk: '0.00',
    canceledThisMonth: 0,
  },
};

const NO_REVENUE = {
  net: '0.00',
  paid: '0.00',
  byHand: '0.00',
  recurring: '0.00',
  refunded: '0.00',
  takenBack: '0.00',
  newMonthly: '0.00',
};

/** The figures of a shop without orders. */
export const NO_FIGURES = {
  ...whole(FiguresResponse, { bars: [], kept: {} }),
  revenue: { now: NO_REVENUE, before: NO_REVENUE },
};

const NO_VISITS = [0, 0, 0, 0, 0];

/** Everything that the overview asks for. Pass only what matters for the test. */
export const overviewAnswers = (changes: Partly<OverviewResponse> = {}) =>
  ({
    'GET /api/json/overview': { ...QUIET, ...changes },
    'GET /api/json/figures': NO_FIGURES,
    'GET /api/json/funnel': {
      all: NO_VISITS,
      byService: { website: NO_VISITS, voice: NO_VISITS, onhold: NO_VISITS },
    },
    'GET /api/json/unfinished-checkouts': {},
  }) satisfies Answers;
