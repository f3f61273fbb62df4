//! How results are shown: tables, plots, boards, trees and pages.
