export { reportSarif, reportText } from "@skein/review";
export { reviewChange, type Reviewed, type ReviewWish } from "./review-change.ts";
