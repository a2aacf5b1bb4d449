export { evidence } from './evidence.ts';
export { monthlyReportRead } from './monthly.ts';
export { monthlyReportPdf } from './monthlyPdf.ts';
export {
  ownerReviewAccounts,
  ownerReviews,
  ownerReviewsClose,
  ownerReviewsDecide,
  ownerReviewsStart,
} from './ownerReviews.ts';
export { posturesPdf } from './posturesPdf.ts';
export { tenantEventsCsv, tenantEventsTxt } from './reports.ts';
export { reportSubscription, reportSubscriptionUpdate } from './subscription.ts';
