export * from './monthly.ts';
export * from './ownerReviews.ts';
export * from './subscription.ts';
