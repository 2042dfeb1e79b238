export { reviewChange, type Reviewed, type ReviewWish } from "./review-change.ts";
